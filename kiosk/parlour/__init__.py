"""The parlour's PostgreSQL: fed with this table's events, read for the board."""
