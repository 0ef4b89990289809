"""Tiles, hand records, readings, scoring and payments: pure, without clock, I/O or chance."""
