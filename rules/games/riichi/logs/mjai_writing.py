"""Logs in mjai written: those events that all readers know, North set aside as `kita`.

Who may claim and lets go is not told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rules.errors import refuse
from rules.games.riichi.logs.foreign import ending_of
from rules.games.riichi.logs.names import NAMES, PLAYS, REASONS, WINDS
from rules.games.riichi.logs.points import points
from rules.play.actions import (
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pung,
    SetAside,
)
from rules.play.course import Course
from rules.play.logs import again
from rules.ruleset import Ruleset
from rules.tiles import Tile

Event = dict[str, Any]


def write_mjai(course: Course) -> Iterator[str]:
    """Yield the lines of the log in mjai of a hand of riichi for three or four that is over."""
    yield from (json.dumps(event) for event in events_of(course))


def check_game(game: Ruleset) -> None:
    """Raise `RecordError` for a *game* that has no such logs."""
    if game not in [play.game for play in PLAYS.values()]:
        raise refuse("unknown_ruleset", "only riichi for three and four has such logs", "ruleset")


def events_of(course: Course) -> Iterator[Event]:
    """Yield the events of a hand that is over, with those of a game of one hand around it.

    Raise `RecordError` for a game or a moment that has no such log.
    """
    check_game(course.at.game)
    if not course.is_over:
        raise refuse("bad_record", "a hand that is not over is written in no other program's form")
    start, *rest = again(course)
    yield {"type": "start_game", "names": [str(seat) for seat in range(start.at.players)]}
    yield from _deal_events(start)
    before = start
    for after in rest:
        yield from _step(before, after)
        before = after
    yield from _result(course)
    yield {"type": "end_kyoku"}
    yield {"type": "end_game"}


def _deal_events(start: Course) -> Iterator[Event]:
    at = start.at
    state, carry = at.state, at.state.carry
    assert at.drawn is not None
    hands = [list(place.hand) for place in at.seats]
    hands[state.banker].remove(at.drawn)
    yield {
        "type": "start_kyoku",
        "bakaze": WINDS[state.round - 1],
        "kyoku": state.banker + 1,
        "honba": carry["honba"],
        "kyotaku": carry["deposits"],
        "oya": state.banker,
        "scores": list(state.scores),
        "dora_marker": NAMES[at.wall.indicators[0]],
        "tehais": [_names(hand) for hand in hands],
    }
    yield {"type": "tsumo", "actor": state.banker, "pai": NAMES[at.drawn]}


def _step(before: Course, after: Course) -> Iterator[Event]:
    """Yield what came of one action."""
    action = after.at.log[-1]
    if before.at.window is None:
        yield from _own_events(before, action)
    for seat, place in enumerate(after.at.seats):
        if place.declared != before.at.seats[seat].declared:
            yield {"type": "reach_accepted", "actor": seat}
    if before.at.window is not None and after.at.window is None and not after.is_over:
        yield from _claim_events(before, after)
    count = len(before.at.wall.indicators)
    for tile in after.at.wall.indicators[count:]:
        yield {"type": "dora", "dora_marker": NAMES[tile]}


def _own_events(before: Course, action: Action) -> Iterator[Event]:
    """Yield what somebody did in his own turn."""
    seat = action.seat
    match action:
        case Draw(tile=tile) | DrawReplacement(tile=tile):
            assert tile is not None
            yield {"type": "tsumo", "actor": seat, "pai": NAMES[tile]}
        case Discard():
            if action.declares:
                yield {"type": "reach", "actor": seat}
            is_drawn = bool(before.at.drew) and action.tile == before.at.drawn
            pai = NAMES[action.tile]
            yield {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": is_drawn}
        case Kong(kind="kong_concealed"):
            yield {"type": "ankan", "actor": seat, "consumed": _names(action.tiles)}
        case Kong():
            yield {"type": "kakan", "actor": seat, **_added_to(before, action)}
        case SetAside():
            yield {"type": "kita", "actor": seat, "pai": NAMES[action.tile]}


def _added_to(before: Course, action: Kong) -> Event:
    kind_of = before.at.game.kind_of
    (tile,) = action.tiles
    pung = next(
        meld
        for meld in before.at.seats[action.seat].melds
        if meld.kind == "pung" and kind_of[meld.tiles[0]] == kind_of[tile]
    )
    return {"pai": NAMES[tile], "consumed": _names(pung.tiles)}


def _claim_events(before: Course, after: Course) -> Iterator[Event]:
    """Yield the claim that stood, if one did."""
    claim = after.at.claimed or after.at.kong
    kinds = {Chow: "chi", Pung: "pon", Kong: "daiminkan"}
    if claim is None or claim == before.at.kong or claim.tile is None:
        return
    yield {
        "type": kinds[type(claim)],
        "actor": claim.seat,
        "target": claim.source,
        "pai": NAMES[claim.tile],
        "consumed": _names(claim.tiles),
    }


def _result(course: Course) -> Iterator[Event]:
    at = course.at
    amounts = points(course)
    if not at.wins:
        reason = REASONS[ending_of(course)]
        yield {"type": "ryukyoku", "reason": reason, "deltas": list(amounts[0])}
    hidden = _names(course.play.hidden_indicators(at, at.wins))
    for entry, one in zip(at.wins, amounts, strict=False):
        win = entry.win
        assert win.tile is not None
        yield {
            "type": "hora",
            "actor": win.seat,
            "target": win.seat if win.source is None else win.source,
            "pai": NAMES[win.tile],
            "deltas": list(one),
            "ura_markers": hidden,
        }


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [NAMES[tile] for tile in tiles]
