"""What pages show: from the state to what a template needs; nothing here changes anything.

What a tap does stands in `kiosk.web.actions`, pictures in `kiosk.web.svg`.
"""
