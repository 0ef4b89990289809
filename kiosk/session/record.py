"""From draft to hand record and back: `hand-record.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin, Stage
from kiosk.session.state import Session
from rules import tiles


def hand_record(session: Session, draft: Draft) -> dict[str, Any]:
    """Return the hand record of *draft*, played where *session* stands."""
    standing = session.standing
    table = {
        "ruleset": session.ruleset,
        "options": dict(session.options),
        "state": {
            "banker": standing.banker if draft.leader is None else draft.leader,
            "round": standing.round,
            "repeats": standing.repeats,
            "scores": list(standing.totals),
            "carry": dict(standing.carry),
        },
    }
    if draft.play is not None:
        return {**table, "play": dict(draft.play), "outcome": draft.outcome}
    return {
        **table,
        "deal": {
            "indicators": _codes(draft.indicators),
            "hidden_indicators": _codes(draft.hidden_indicators),
            "dice": [list(throw) for throw in draft.dice],
            **({} if draft.east is None else {"east": draft.east}),
        },
        "seats": [_seat_record(seat) for seat in draft.seats],
        "outcome": draft.outcome,
        "wins": [_win_record(win) for win in draft.wins if draft.outcome == "win"],
        "incidents": [dict(incident) for incident in draft.incidents],
    }


def draft_of(record: Mapping[str, Any]) -> Draft:
    """Return the draft at review that writes *record* again; nothing in it is in doubt."""
    if "play" in record:
        return _play_draft(record)
    numbering = Numbering()
    deal = record["deal"]
    draft = Draft(
        seats=tuple(_draft_seat(seat, numbering) for seat in record["seats"]),
        stage=Stage.REVIEW,
        dice=tuple(tuple(throw) for throw in deal["dice"]),
        east=deal.get("east"),
        outcome=record["outcome"],
        wins=tuple(_draft_win(win, numbering) for win in record["wins"]),
        indicators=numbering.tiles(deal["indicators"]),
        hidden_indicators=numbering.tiles(deal["hidden_indicators"]),
        incidents=tuple(record["incidents"]),
    )
    return replace(draft, next_number=numbering.next)


def _play_draft(record: Mapping[str, Any]) -> Draft:
    """Return the draft at review of a hand of cards or dominoes."""
    state = record["state"]
    return Draft(
        seats=tuple(DraftSeat() for _ in state["scores"]),
        stage=Stage.REVIEW,
        play=record["play"],
        leader=state["banker"],
        outcome=record["outcome"],
    )


class Numbering:
    """Hands out the numbers of new tiles and sets, from *first* on."""

    def __init__(self, first: int = 1) -> None:
        self.next = first

    def take(self) -> int:
        """Return a number not used before."""
        self.next += 1
        return self.next - 1

    def tiles(self, codes: Iterable[str]) -> tuple[DraftTile, ...]:
        """Return new tiles entered by hand, in this order."""
        return tuple(DraftTile(self.take(), code, checked=True) for code in codes)


def split(text: str) -> tuple[str, ...]:
    """Return the tile codes that the compact notation *text* names, in its order."""
    return tuple(tiles.CODES[tile] for tile in tiles.parse(text))


def join(row: Iterable[DraftTile]) -> str:
    """Return *row* in compact notation, sorted."""
    return tiles.write(tiles.TILES[tile.code] for tile in row)


def _codes(row: Sequence[DraftTile]) -> list[str]:
    return [tile.code for tile in row]


def _seat_record(seat: DraftSeat) -> dict[str, Any]:
    return {
        "hand": None if seat.hand is None else join(seat.hand),
        "melds": [_meld_record(meld) for meld in seat.melds],
        "flowers": join(seat.flowers),
        "aside": join(seat.aside),
        "declared": list(seat.declared),
        "facts": dict(seat.facts),
    }


def _meld_record(meld: DraftMeld) -> dict[str, Any]:
    """Return the record's object of one set; what is unknown is left out."""
    record: dict[str, Any] = {"kind": meld.kind, "tiles": join(meld.tiles)}
    if meld.claimed:
        record["claimed"] = meld.claimed
    if meld.giver is not None:
        record["from"] = meld.giver
    return record


def _win_record(win: DraftWin) -> dict[str, Any]:
    """Return the record's object of one win; what is unknown is left out."""
    record: dict[str, Any] = {
        "seat": win.seat,
        "tile": None if win.tile is None else win.tile.code,
        "by": win.by,
        "marks": list(win.marks),
        "facts": dict(win.facts),
    }
    if win.giver is not None:
        record["from"] = win.giver
    if win.kong is not None:
        record["kong"] = win.kong
    return record


def _draft_seat(seat: Mapping[str, Any], numbering: Numbering) -> DraftSeat:
    """Return the draft of one seat of a record written by `hand_record`."""
    hand = seat["hand"]
    return DraftSeat(
        hand=None if hand is None else numbering.tiles(split(hand)),
        melds=tuple(
            DraftMeld(
                numbering.take(),
                meld["kind"],
                numbering.tiles(split(meld["tiles"])),
                meld.get("claimed", ""),
                meld.get("from"),
            )
            for meld in seat["melds"]
        ),
        flowers=numbering.tiles(split(seat["flowers"])),
        aside=numbering.tiles(split(seat["aside"])),
        declared=tuple(seat["declared"]),
        facts=seat["facts"],
    )


def _draft_win(win: Mapping[str, Any], numbering: Numbering) -> DraftWin:
    """Return the draft of one win of a record written by `hand_record`."""
    tile = win["tile"]
    return DraftWin(
        seat=win["seat"],
        by=win["by"],
        giver=win.get("from"),
        tile=None if tile is None else numbering.tiles([tile])[0],
        marks=tuple(win["marks"]),
        facts=win["facts"],
        kong=win.get("kong"),
        number=numbering.take(),
    )
