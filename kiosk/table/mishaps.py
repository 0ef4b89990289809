"""What can be made to happen at a table that is only simulated, at a tap, and mended again."""

from __future__ import annotations

from typing import Final, Protocol

NAMES: Final = ("jam", "lost_tile", "cover", "stop", "cable", "camera", "coin")
"""In the order of their buttons; words under `ui.simulate.<name>`."""


class Mishaps(Protocol):
    """Whoever breaks the simulated table; a real one has nobody for that."""

    @property
    def standing(self) -> frozenset[str]:
        """Return what is broken now."""

    def bring_about(self, name: str) -> None:
        """Let *name* of `NAMES` happen; raise `Refused` where it cannot now.

        A coin breaks nothing: another one can follow.
        """

    def heal(self) -> None:
        """Mend everything; what the table tells of it people still have to clear."""
