"""What the ledger remembers of dice and tiles, oldest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from firmware_bridge.commitment import CommittedThrow
from kiosk.session.events import (
    HandSettled,
    LedgerEvent,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from rules.tiles import KIND, parse

UNKNOWN: Final = "unknown"
"""Source of throws from before the ledger kept it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of dice."""

    pips: tuple[int, ...]
    source: str
    is_proved: bool = True
    """Whether its proof holds; throws of real dice have none and need none."""
    rolled_ms: int = 0
    """How long the dice were shaken, in milliseconds; 0 where nobody measured it."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The tiles that lay together at the end of a hand, before they went into the machine."""

    ruleset: str
    sets: tuple[Counter[int], ...]
    """Kinds (0-41) of each seat whose tiles are known."""
    indicator: int | None = None
    """The kind of the tile turned up at the deal: its place in the wall was fixed."""


@dataclass(slots=True)
class History:
    """All throws and all shown hands of a ledger."""

    throws: list[Throw] = field(default_factory=list)
    hands: list[ShownHand] = field(default_factory=list)


def history_of(events: Iterable[LedgerEvent]) -> History:
    """Return what *events*, in order, tell of dice and tiles.

    Hands that were withdrawn count too: their dice fell and their tiles were shuffled.
    """
    history = History()
    for event in events:
        if isinstance(event, HandSettled | SeatsChanged | SessionClosed):
            history.throws += throws_of(event)
        if isinstance(event, HandSettled):
            _add_hand(history, event.record)
        elif isinstance(event, SessionOpened):
            history.hands.append(ShownHand("", ()))  # another set of tiles may lie there now
    return history


def throws_of(event: HandSettled | SeatsChanged | SessionClosed) -> Iterator[Throw]:
    """Yield every throw that *event* keeps, oldest first."""
    if isinstance(event, HandSettled) and not event.throws:
        for pips in event.record.get("deal", {}).get("dice", ()):
            yield Throw(tuple(pips), UNKNOWN)
    for throw in event.throws:
        pips = tuple(throw["pips"])
        yield Throw(pips, throw["source"], _is_proved(pips, throw), throw.get("rolled_ms", 0))


def _is_proved(pips: tuple[int, ...], throw: Mapping[str, Any]) -> bool:
    if throw["source"] != "rng":
        return True
    try:
        seeds = {name: bytes.fromhex(value) for name, value in throw["proof"].items()}
        return CommittedThrow(pips, **seeds).verify()
    except (KeyError, TypeError, ValueError):
        return False


def _add_hand(history: History, record: Mapping[str, Any]) -> None:
    """Add the tiles of a hand of tiles; cards and dominoes are shuffled by people."""
    if "seats" not in record:
        return
    sets = tuple(tiles for seat in record["seats"] if (tiles := _tiles(seat)))
    indicators = record.get("deal", {}).get("indicators", ())
    indicator = KIND[parse(indicators[0])[0]] if indicators else None
    history.hands.append(ShownHand(record["ruleset"], sets, indicator))


def _tiles(seat: Mapping[str, Any]) -> Counter[int]:
    """Return the kinds that lay before a seat whose hand was shown, none where it was not."""
    if not seat.get("hand"):
        return Counter()
    pieces = [seat["hand"], *(meld["tiles"] for meld in seat.get("melds", ()))]
    return Counter(KIND[tile] for piece in pieces for tile in parse(piece))
