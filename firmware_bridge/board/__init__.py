"""The reference board in C, its ports and drawn headers; the host imports nothing of it."""
