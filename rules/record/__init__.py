"""The hand record: its values, how it is read from JSON, and what every game checks in it."""
