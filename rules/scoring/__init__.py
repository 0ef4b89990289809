"""Won hands and scoring elements that several games share; what they are worth is each game's."""
