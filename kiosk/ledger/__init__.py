"""Confirmed events in a hash chain with balanced transfers, their file, its copies; no rules."""
