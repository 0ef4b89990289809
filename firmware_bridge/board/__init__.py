"""The reference board in C, and the header drawn for it; the host imports nothing of it."""
