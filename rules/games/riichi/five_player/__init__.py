"""Riichi for five with 140 tiles, the flowers being a fifth wind (五人麻雀)."""
