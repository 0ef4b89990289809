"""The pages: `views` show, `actions` change, `svg` draws; templates and static files beside them.

What the kiosk does for programs stands in `kiosk.api`, what it decides in `kiosk.session`.
"""

from __future__ import annotations

from typing import Final

SEAT_ORDER: Final = 1
"""The order of the seats on the playing page and in the picture of the walls: 1 is
counter-clockwise, as people sit and play; -1 would be clockwise."""
