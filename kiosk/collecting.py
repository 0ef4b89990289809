"""How often Python looks for garbage that keeps itself alive.

Values here hold no rings: nearly everything goes as soon as nobody holds it.
"""

from __future__ import annotations

import gc
from typing import Final

NEW: Final = 20_000
"""So many new things that may be garbage make Python look for it; by itself it looks at 700."""


def keep_what_is_loaded() -> None:
    """Look through what is loaded never again, and at what is new less often.

    To walk the loaded modules takes 18 ms each time, in the middle of somebody's tap.
    """
    gc.freeze()
    gc.set_threshold(NEW, *gc.get_threshold()[1:])
