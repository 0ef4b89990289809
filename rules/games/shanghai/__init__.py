"""Shanghai's old rules through the generations: what they share, and a game each."""
