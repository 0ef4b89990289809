"""From a picture to tiles with codes; what they are on a table or in a row is decided elsewhere."""
