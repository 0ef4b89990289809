"""What discards, sticks and walls tell of a hand, where the camera sees them (`rules.traces`).

What is certain is filled in as a log does it, so that people need not say it; what is doubtful is
proposed. The reason is worked out again wherever it is shown: the draft keeps what lies there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kiosk.session.draft import Draft, DraftWin, Numbering, Stage
from kiosk.session.from_log import fill_in, seat_key, win_key
from kiosk.session.record import drafted_tile, hand_record, join_reading
from kiosk.session.winning import by_tiles, share_tile
from rules.ruleset import Ruleset
from rules.tiles import TILES
from rules.traces import SeatLeft, TableLeft, Trace, traces
from vision.types import REVIEW_THRESHOLD

if TYPE_CHECKING:
    from kiosk.session.commands import TakeReading
    from kiosk.session.state import Session
    from rules.game import Game
    from vision.types import SeatReading, TableReading, TileReading

TILE: Final = "tile"
"""How the tile that was won on is named among what was filled in."""


def with_reading(session: Session, draft: Draft, command: TakeReading, game: Game) -> Draft:
    """Return *draft* at review with all that the camera read: tiles, and what play left there."""
    reading = command.reading
    after = join_reading(draft, reading, game, session.options, afresh=command.afresh)
    read = replace(after, stage=Stage.REVIEW, wins=by_tiles(after.wins)).with_still(command.still)
    if not _lies_anything(reading):
        return read
    left = {**_left(reading), "filled": draft.left.get("filled", ())}
    return _with_traces(session, _with_won_tile(replace(read, left=left), reading, game), game)


def traces_of(session: Session, draft: Draft, game: Game) -> tuple[Trace, ...]:
    """Return what the table tells of *draft*, as far as nothing else is said."""
    if not draft.left or draft.amends is not None or not isinstance(game, Ruleset):
        return ()
    return tuple(traces(game, hand_record(session, draft), _table_left(draft)))


def key_of(draft: Draft, trace: Trace) -> str:
    """Return how what *trace* tells is named (`Draft.left`, "filled")."""
    if trace.win is None:
        return seat_key(trace.seat, trace.word)
    return win_key(draft.wins[trace.win].number, trace.word)


def is_said(draft: Draft, trace: Trace) -> bool:
    """Return whether what *trace* tells stands in *draft*, whoever has said it."""
    if trace.win is not None:
        win = draft.wins[trace.win]
        return trace.word in (win.marks if trace.sort == "mark" else win.facts)
    seat = draft.seats[trace.seat]
    return bool(seat.declared) if trace.sort == "declared" else trace.word in seat.facts


def is_filled_in(draft: Draft, trace: Trace) -> bool:
    """Return whether what *trace* tells was filled in, and nobody has taken it back."""
    if key_of(draft, trace) not in draft.left["filled"]:
        return False
    is_announced = trace.word in draft.seats[trace.seat].declared
    return is_announced if trace.sort == "declared" else is_said(draft, trace)


def proposals(session: Session, draft: Draft, game: Game) -> tuple[Trace, ...]:
    """Return what the table tells with some doubt, and nobody has said or taken back."""
    new = (one for one in traces_of(session, draft, game) if not is_said(draft, one))
    return tuple(one for one in new if key_of(draft, one) not in draft.left["filled"])


def _with_traces(session: Session, draft: Draft, game: Game) -> Draft:
    """Return *draft* with what the table tells for sure, except what people have taken back.

    One word can bring another about: only who was ready won at once.
    """
    sure = [one for one in proposals(session, draft, game) if one.is_sure]
    keys: list[str] = []
    after = fill_in(draft, _record_of(draft, sure), keys)
    return replace(after, left={**draft.left, "filled": [*draft.left["filled"], *keys]})


def _record_of(draft: Draft, sure: Sequence[Trace]) -> dict[str, Any]:
    """Return what *sure* tells as the part of a hand record in which a log tells it."""
    seats: list[dict[str, Any]] = [{} for _ in draft.seats]
    wins: list[dict[str, Any]] = [{"seat": win.seat, "by": win.by} for win in draft.wins]
    for part in (*seats, *wins):
        part |= {"declared": [], "marks": [], "facts": {}}
    for one in sure:
        part = seats[one.seat] if one.win is None else wins[one.win]
        match one.sort:
            case "fact":
                part["facts"][one.word] = True
            case "mark":
                part["marks"].append(one.word)
            case _:
                part["declared"].append(one.word)
    return {"seats": seats, "wins": wins, "incidents": []}


# --- What lies there -------------------------------------------------------------------------


def _lies_anything(reading: TableReading) -> bool:
    seats = reading.seats
    return bool(any(reading.walls) or reading.thrown or any(_has_left(seat) for seat in seats))


def _has_left(seat: SeatReading) -> bool:
    return bool(seat.river or seat.has_stick)


def _left(reading: TableReading) -> dict[str, Any]:
    """Return what play left on the table, for `Draft.left`."""
    return {
        "seats": {str(seat.seat): _seat_left(seat) for seat in reading.seats if _has_left(seat)},
        "thrown": len(reading.thrown),
        "stacks": sum(reading.walls),
        "sure": not reading.problems,
    }


def _seat_left(seat: SeatReading) -> dict[str, Any]:
    return {
        "river": [tile.code for tile in seat.river],
        "sideways": [place for place, tile in enumerate(seat.river) if tile.sideways],
        "stick": seat.has_stick,
        "sure": all(tile.confidence >= REVIEW_THRESHOLD for tile in seat.river),
    }


def _table_left(draft: Draft) -> TableLeft:
    """Return what play left on the table, as the rules look at it."""
    left = draft.left
    return TableLeft(
        tuple(_of_seat(left["seats"].get(str(seat))) for seat in range(len(draft.seats))),
        left["thrown"],
        left["stacks"],
        any(win_key(win.number, TILE) in left["filled"] for win in draft.wins),
        left["sure"],
    )


def _of_seat(left: Mapping[str, Any] | None) -> SeatLeft:
    if left is None:
        return SeatLeft()
    river = tuple(TILES[code] for code in left["river"])
    return SeatLeft(river, tuple(left["sideways"]), left["stick"], left["sure"])


# --- The tile that was won on ----------------------------------------------------------------


def _with_won_tile(draft: Draft, reading: TableReading, game: Game) -> Draft:
    """Return *draft* with the tile of a win that still lies at the end of its giver's discards.

    That is certain where the discards lie in order and the winner's hand lacks one tile.
    """
    numbering, keys = Numbering(draft.next_number), list[str]()
    wins = list(draft.wins)
    for place, win in enumerate(wins):
        last = _newest_of_giver(draft, win, reading, game)
        if last is not None:
            wins[place] = replace(win, tile=drafted_tile(numbering.take(), last))
            keys.append(win_key(win.number, TILE))
    next_wins = share_tile(tuple(wins), numbering)
    left = {**draft.left, "filled": [*draft.left["filled"], *keys]}
    return replace(draft, wins=next_wins, next_number=numbering.next, left=left)


def _newest_of_giver(
    draft: Draft, win: DraftWin, reading: TableReading, game: Game
) -> TileReading | None:
    """Return the last discard of who gave the tile of *win*, where it must be that tile."""
    if win.tile is not None or win.by != "discard" or win.giver is None or game.plays_on:
        return None
    seat = draft.seats[win.seat]
    river = next((one.river for one in reading.seats if one.seat == win.giver), ())
    lacks_one = len(seat.hand or ()) + 3 * len(seat.melds) == game.hand_size
    return river[-1] if river and lacks_one and not game.hides_order else None


def won_in_rivers(draft: Draft) -> Iterator[DraftWin]:
    """Yield the wins whose tile was found among the discards."""
    for win in draft.wins:
        if win.tile is not None and win_key(win.number, TILE) in draft.left.get("filled", ()):
            yield win
