"""The pages: `views` show, `actions` change, `svg` draws; templates and static files beside them.

What the kiosk does for programs stands in `kiosk.api`, what it decides in `kiosk.session`.
"""
