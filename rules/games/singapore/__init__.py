"""Games of Singapore."""
