"""A conversation with a table over a port: sessions, the thread that talks, what it hears."""
