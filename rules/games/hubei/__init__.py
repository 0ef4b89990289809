"""Games of Hubei (湖北): Wuhan for four and for three, Yichang."""
