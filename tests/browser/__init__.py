"""The kiosk in a real browser, by touch."""
