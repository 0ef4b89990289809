"""Games of Beijing (北京)."""
