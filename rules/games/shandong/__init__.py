"""Games of Shandong (山東): Jinan."""
