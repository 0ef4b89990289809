"""Games of Hunan (湖南): Changsha."""
