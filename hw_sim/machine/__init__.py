"""What is below the table top: tiles, motors, sensors, and the movements made with them.

Nothing here speaks the protocol: that is `board`.
"""
