"""The camera behind the kiosk: frames, readings, tile sets learned, where the table lies."""
