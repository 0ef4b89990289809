"""Games of Jiangsu (江蘇): Nanjing, Yangzhou."""
