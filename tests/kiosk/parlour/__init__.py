"""Several kiosks in one parlour, on a real PostgreSQL."""
