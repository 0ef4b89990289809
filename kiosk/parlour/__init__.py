"""The parlour's PostgreSQL, fed with this table's events; no hand counts there."""
