"""Games of Fujian (福建): Fuzhou."""
