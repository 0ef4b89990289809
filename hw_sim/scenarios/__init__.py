"""Stories as data, and what it takes to play them in virtual time."""
