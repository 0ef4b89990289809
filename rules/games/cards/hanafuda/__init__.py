"""What the games with flower cards (花札) share: the cards, and what a set of them holds."""
