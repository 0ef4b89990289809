"""Cards or dominoes that are dealt out and laid play by play: which of them there can be.

shuangkou.md and tien-gow.md, "Record: `play`". Pieces are codes such as `TS` or `6-6`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.errors import Problem
from rules.record.reader import Reader

Pieces = tuple[str, ...]
Hands = tuple["Pieces | None", ...]
"""What each seat was dealt, where it is known."""


class Pack(NamedTuple):
    """All the pieces of a game."""

    piece: str
    """What one of them is called: `card`, `domino`."""
    copies: Mapping[str, int]
    """How often each of them exists."""
    hand: int
    """How many everybody is dealt."""

    def strange(self, pieces: Pieces, where: str) -> Iterator[Problem]:
        """Yield those of *pieces* that do not exist."""
        for place, piece in enumerate(pieces):
            if piece not in self.copies:
                yield Problem("bad_tiles", self._unknown(piece), f"{where}[{place}]")

    def too_many(self, pieces: Iterable[str], where: str) -> Iterator[Problem]:
        """Yield that one of *pieces* is there more often than it exists."""
        message = self._excess(pieces)
        if message is not None:
            yield Problem("bad_tiles", message, where)

    def hand_problems(self, hands: Sequence[Pieces | None], where: str) -> Iterator[Problem]:
        """Yield *hands* that cannot have been dealt."""
        known_hands = [
            (f"{where}[{seat}]", hand) for seat, hand in enumerate(hands) if hand is not None
        ]
        for place, hand in known_hands:
            yield from self.strange(hand, place)
            if len(hand) != self.hand:
                message = f"everybody is dealt {self.hand}, here are {len(hand)}"
                yield Problem("bad_tiles", message, place)
        yield from self.too_many([piece for _, hand in known_hands for piece in hand], where)

    def not_there(self, pieces: Pieces, in_play: Iterable[str]) -> str | None:
        """Return why *pieces* cannot be laid beside those *in_play*, or nothing."""
        strange = next((piece for piece in pieces if piece not in self.copies), None)
        return self._excess((*in_play, *pieces)) if strange is None else self._unknown(strange)

    def _unknown(self, piece: str) -> str:
        return f"there is no {self.piece} {piece}"

    def _excess(self, pieces: Iterable[str]) -> str | None:
        """Return that one of *pieces* is there too often, or nothing; the strange are passed by."""
        for piece, count in Counter(pieces).items():
            if count > self.copies.get(piece, count):
                return f"there are only {self.copies[piece]} of {piece}"
        return None


def pieces_in_play(hands: Hands, spent: Sequence[Pieces], laying: int) -> Iterator[str]:
    """Yield every piece that is known to be in play when the seat *laying* lays more.

    *spent* is what each seat has laid; of the others whole *hands* may be known.
    """
    for seat, hand in enumerate(hands):
        yield from spent[seat] if hand is None or seat == laying else hand


def find_unheld(hand: Pieces | None, pieces: Iterable[str], seat: int) -> str | None:
    """Return that one of *pieces* is not in the *hand* that *seat* was dealt, where it is known."""
    lacking = Counter(pieces) - Counter(hand) if hand is not None else None
    return f"{min(lacking)} is not in the hand of seat {seat}" if lacking else None


def hands_dealt(data: object, reader: Reader, where: str) -> Hands | None:
    """Return the hands in *data*, one for each seat and `None` for those not known."""
    if type(data) is not list or len(data) != reader.players:
        reader.wrong(where, f"must be a list of {reader.players} hands")
        return None
    return tuple(
        None if hand is None else reader.codes(hand, f"{where}[{seat}]")
        for seat, hand in enumerate(data)
    )
