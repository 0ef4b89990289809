"""A computer that is nothing but a kiosk, such as a Raspberry Pi: its units, and its releases.

Only what Python brings is used here, since it runs out of the wheel before anything is installed.
"""
