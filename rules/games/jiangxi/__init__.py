"""Games of Jiangxi (江西): Nanchang."""
