"""What a draft is made of and what is made of it: a reading of the camera, a hand record.

The record's form is that of `hand-record.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin, Numbering, Stage
from kiosk.session.state import Session
from kiosk.session.winning import share_tile
from rules.tiles import CODES, KIND, TILES, parse, write

if TYPE_CHECKING:
    from rules.game import Game
    from vision.types import MeldReading, SeatReading, TableReading, TileReading


def hand_record(session: Session, draft: Draft) -> dict[str, Any]:
    """Return the hand record of *draft*, played where *session* stands."""
    standing = session.standing
    table = {
        "ruleset": session.ruleset,
        "options": dict(session.options),
        "state": standing.to_state(standing.banker if draft.leader is None else draft.leader),
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
        "seats": [
            _seat_record(seat, is_told=any(win.value for win in draft.wins_of(number)))
            for number, seat in enumerate(draft.seats)
        ],
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


def split(text: str) -> tuple[str, ...]:
    """Return the tile codes that the compact notation *text* names, in its order."""
    return tuple(CODES[tile] for tile in parse(text))


def join(row: Iterable[DraftTile]) -> str:
    """Return *row* in compact notation, sorted."""
    return write(TILES[tile.code] for tile in row)


def _codes(row: Sequence[DraftTile]) -> list[str]:
    return [tile.code for tile in row]


def _seat_record(seat: DraftSeat, *, is_told: bool) -> dict[str, Any]:
    """Return the record's object of one seat, without a hand whose value *is_told* in its place."""
    return {
        "hand": None if seat.hand is None or is_told else join(seat.hand),
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
    if win.value is not None:
        record["value"] = dict(win.value)
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
        value=win.get("value"),
        number=numbering.take(),
    )


BACK: Final = "0z"
UNLIKELY: Final = 0.5
"""How sure a reading can be at most that cannot be in this game."""
LEFT: Final = 3
"""`MeldReading.from_offset` of the left-hand neighbour, however many play."""


def join_reading(
    draft: Draft, reading: TableReading, game: Game, options: Mapping[str, Any], *, afresh: bool
) -> Draft:
    """Return *draft* with the tiles of *reading*, of a hand of *game* with *options*.

    Seats in which a person has corrected or entered a tile stay as they are, unless *afresh*; what
    the camera did not see at all (no tiles at a seat, no indicators) takes nothing away. Where the
    game plays on after a win, several tiles may lie apart from a hand, one for each win. A tile
    among the flowers that is none in this game is doubtful, however sure the camera is.
    """
    plays_on = game.plays_on
    converter = _ReadingConverter(Numbering(draft.next_number), game, options)
    seats = list(draft.seats)
    wins = draft.wins
    for seat_reading in reading.seats:
        if seat_reading.seat >= len(seats) or not _has_tiles(seat_reading):
            continue
        own_wins = () if plays_on else draft.wins_of(seat_reading.seat)
        if not afresh and _is_touched(seats[seat_reading.seat], own_wins):
            continue
        before = seats[seat_reading.seat]
        after = converter.seat(seat_reading, before, len(seats), parts_won=plays_on)
        seats[seat_reading.seat] = after
        wins = converter.won_on(wins, seat_reading, keep=plays_on and not afresh)
    next_draft = replace(
        draft,
        seats=tuple(seats),
        wins=wins,
        indicators=converter.row(reading.indicators) or draft.indicators,
        hidden_indicators=converter.row(reading.hidden_indicators) or draft.hidden_indicators,
        readings=draft.readings + 1,
        reading_problems=tuple(reading.problems),
    )
    next_wins = share_tile(next_draft.wins, converter.numbering)
    return replace(next_draft, wins=next_wins, next_number=converter.numbering.next)


def drafted_tile(number: int, reading: TileReading) -> DraftTile:
    """Return the draft of a tile that the camera read."""
    code, sure = reading.code, reading.confidence
    return DraftTile(number, code, code, sure, reading.alternatives, reading.box)


def _has_tiles(reading: SeatReading) -> bool:
    return bool(
        reading.hand or reading.melds or reading.flowers or reading.aside or reading.winning
    )


def _is_touched(seat: DraftSeat, wins: Iterable[DraftWin]) -> bool:
    """Return whether a person has checked or entered a tile of this seat or its *wins*."""
    rows = (seat.hand or (), seat.flowers, seat.aside, *(meld.tiles for meld in seat.melds))
    winning = tuple(win.tile for win in wins if win.tile is not None)
    return any(tile.checked for row in (*rows, winning) for tile in row)


def _tiles_won(reading: SeatReading) -> tuple[TileReading, ...]:
    if reading.winning is not None:
        return (reading.winning,)
    return reading.hand[len(reading.hand) - reading.apart :]


def _lays_a_tile(wins: tuple[DraftWin, ...], place: int) -> bool:
    """Return whether the winner laid a tile down: one that several won on has the first of them."""
    win = wins[place]
    return win.giver is None or all(
        (one.call, one.giver) != (win.call, win.giver) for one in wins[:place]
    )


class _ReadingConverter:
    """Makes draft tiles and sets of what the camera saw, numbering them."""

    def __init__(self, numbering: Numbering, game: Game, options: Mapping[str, Any]) -> None:
        all_options = {**game.defaults, **options}
        self.numbering = numbering
        self.flowers = frozenset(CODES[tile] for tile in game.flower_tiles(all_options))
        self.copies = game.tiles_for(all_options)
        self.shows_claims = game.shows_claims

    def tile(self, reading: TileReading) -> DraftTile:
        """Return the draft of one tile."""
        return drafted_tile(self.numbering.take(), reading)

    def flower(self, reading: TileReading) -> DraftTile:
        """Return the draft of one tile among the flowers; somebody must look at any other one."""
        tile = self.tile(reading)
        is_one = reading.code in self.flowers
        return tile if is_one else replace(tile, confidence=min(tile.confidence, UNLIKELY))

    def row(self, row: Iterable[TileReading]) -> tuple[DraftTile, ...]:
        """Return the drafts of a row of tiles, in its order."""
        return tuple(self.tile(reading) for reading in row)

    def won_on(
        self, wins: tuple[DraftWin, ...], reading: SeatReading, *, keep: bool
    ) -> tuple[DraftWin, ...]:
        """Return *wins* with the tiles that lie apart from the hand in the seat's *reading*.

        Those that were entered by hand stay if *keep*.
        """
        tiles = iter(_tiles_won(reading))
        new_wins = []
        for place, win in enumerate(wins):
            if win.seat != reading.seat:
                new_wins.append(win)
                continue
            tile = next(tiles, None) if _lays_a_tile(wins, place) else None
            is_kept = keep and win.tile is not None and win.tile.checked
            draft_tile = None if tile is None else self.tile(tile)
            new_wins.append(win if is_kept else replace(win, tile=draft_tile))
        return tuple(new_wins)

    def seat(
        self, reading: SeatReading, before: DraftSeat, seats: int, *, parts_won: bool = False
    ) -> DraftSeat:
        """Return the draft of one seat; a hand of nothing but backs was not shown.

        Where *parts_won*, the tiles of several wins that lie apart are not the hand's.
        """
        hand = reading.hand[: len(reading.hand) - reading.apart] if parts_won else reading.hand
        is_shown = any(tile.code != BACK for tile in hand)
        return replace(
            before,
            hand=self.row(hand) if is_shown else None,
            melds=tuple(self.meld(meld, reading.seat, seats) for meld in reading.melds),
            flowers=tuple(map(self.flower, reading.flowers)),
            aside=self.row(reading.aside),
        )

    def meld(self, reading: MeldReading, owner: int, seats: int) -> DraftMeld:
        """Return the draft of one set; its giver is counted round the table from *owner*.

        Where the game does not show who gave a tile, the left neighbour stands for whoever did.
        """
        place, offset = reading.claimed, reading.from_offset
        if not self.shows_claims and offset is None and reading.kind != "kong_concealed":
            place, offset = 0, LEFT
        claimed_code = "" if place is None else reading.tiles[place].code
        tiles = self.row(reading.tiles)
        return DraftMeld(
            self.numbering.take(),
            reading.kind,
            tuple(self.turned_up(tiles)) if reading.kind == "kong_concealed" else tiles,
            claimed_code,
            None if offset is None else (owner + (-1 if offset == LEFT else offset)) % seats,
        )

    def turned_up(self, tiles: Sequence[DraftTile]) -> Iterator[DraftTile]:
        """Yield the tiles of a concealed kong, those that lie face down as its faces tell.

        They are what is left of that kind in this game's set: of four fives one may be red.
        """
        faces = [tile for tile in tiles if tile.code != BACK]
        kinds = {KIND[TILES[tile.code]] for tile in faces}
        left = Counter(
            {code: own for code, own in self.copies.items() if KIND[TILES[code]] in kinds}
        )
        left.subtract(tile.code for tile in faces)
        hidden = sorted((+left).elements(), reverse=True)  # a plain five (5m) before the red (0m)
        sure = min((tile.confidence for tile in faces), default=0.0)
        for tile in tiles:
            if tile.code == BACK and len(kinds) == 1 and hidden:
                code = hidden.pop(0)
                yield replace(tile, code=code, seen=code, confidence=sure)
            else:
                yield tile
