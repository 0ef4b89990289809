"""Where the table lies in the camera's picture, and whether it still lies there; no tiles."""
