"""The dealing machine behind the kiosk: its port, the bridge, the second set, maintenance."""
