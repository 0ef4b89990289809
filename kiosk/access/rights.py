"""Who may do what: the rights that a page or a call of the interface asks for, in rising order."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Right(StrEnum):
    """What a request must be allowed; each includes those before it."""

    OPEN = "open"
    """Tells nothing of this table's people and changes nothing; anyone."""
    READ = "read"
    """See the table, its people and its ledger."""
    SCORE = "score"
    """Play: whatever the table's own screen lets any player tap."""
    OPERATE = "operate"
    """Look after machine, camera and ledger; the operator's PIN, or a token."""
    ADMIN = "admin"
    """Give rights to others, bring an older ledger back; the operator's PIN, or a token."""

    def includes(self, other: Right) -> bool:
        """Return whether who has this right may do what *other* asks for."""
        return ORDER.index(self) >= ORDER.index(other)


ORDER: Final = tuple(Right)
SCOPES: Final = (Right.READ, Right.SCORE, Right.OPERATE, Right.ADMIN)
"""What a token can be given."""
GUARDED: Final = (Right.OPERATE, Right.ADMIN)
"""What the table's own screen may do only behind the operator's PIN."""
