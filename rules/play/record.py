"""The hand record of a hand that was played: `hand-record.md`, nothing told that the log shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.errors import Problem, RecordError
from rules.play.actions import Kong, Win
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Position
from rules.record.parse import read_record
from rules.record.values import Meld
from rules.settle.settlement import Settlement
from rules.tiles import CODES, Tile, without, write
from rules.value import evolve

Json = dict[str, Any]
WON: Final = Ending("win")


def record(play: PlayRules, at: Position, wins: Sequence[LoggedWin], ending: Ending) -> Json:
    """Return the record of the hand as it stands, ended so."""
    options = {name: value for name, value in at.options.items() if value != at.game.defaults[name]}
    return {
        "ruleset": at.game.id,
        "options": options,
        "state": at.state.to_json(),
        "deal": {
            "indicators": [CODES[tile] for tile in at.wall.indicators],
            "hidden_indicators": [CODES[tile] for tile in play.hidden_indicators(at, wins)],
            "dice": [list(throw) for throw in at.dice],
        },
        "seats": [_seat(play, at, seat, wins) for seat in range(at.players)],
        "outcome": ending.outcome,
        "wins": [_win(entry) for entry in wins],
        "incidents": [dict(one) for one in (*ending.incidents, *play.incidents(at))],
    }


def _seat(play: PlayRules, at: Position, seat: int, wins: Sequence[LoggedWin]) -> Json:
    flowers = _flowers(at, seat, wins)
    if flowers != at.seats[seat].flowers:
        at = evolve(at, seats=at.put(seat, evolve(at.seats[seat], flowers=flowers)))
    place = at.seats[seat]
    own = next((entry.win for entry in reversed(wins) if entry.win.seat == seat), None)
    size = len(place.hand) + 3 * len(place.melds)
    is_whole = size == at.game.hand_size
    is_whole = is_whole and not play.flowers_in(at, seat)
    hand: tuple[Tile, ...] | None = place.hand
    is_over_full = size > at.game.hand_size
    if own is not None and own.by == "self_draw" and own.tile is not None and is_over_full:
        hand = without(place.hand, own.tile)
    elif wins and not is_whole and (own is None or own.by == "robbed_flower"):
        hand = None  # caught before a supplement, or with flowers to lay out
    fields: Json = {
        "hand": None if hand is None else write(hand),
        "melds": [_meld(meld) for meld in place.melds],
        "flowers": write(flowers),
        "aside": write(place.aside),
        "discards": [CODES[tile] for tile in place.river],
        "declared": sorted(place.declared),
    }
    facts = play.seat_facts(at, seat)
    return {**fields, "facts": dict(facts)} if facts else fields


def _flowers(at: Position, seat: int, wins: Sequence[LoggedWin]) -> tuple[Tile, ...]:
    """Return the flowers of *seat* but the one that was won on."""
    flowers = at.seats[seat].flowers
    for entry in wins:
        is_taken = entry.win.by == "robbed_flower" or at.has_laid_aside
        if is_taken and entry.win.source == seat and entry.win.tile in flowers:
            return without(flowers, entry.win.tile)
    return flowers


def _meld(meld: Meld) -> Json:
    fields: Json = {"kind": meld.kind, "tiles": write(meld.tiles)}
    if meld.claimed is not None:
        fields["claimed"] = CODES[meld.claimed]
    if meld.source is not None:
        fields["from"] = meld.source
    return fields


def _win(entry: LoggedWin) -> Json:
    win = entry.win
    fields: Json = {"seat": win.seat, "by": win.by, "marks": sorted(entry.marks)}
    fields["tile"] = None if win.tile is None else CODES[win.tile]
    if win.source is not None:
        fields["from"] = win.source
    if entry.kong is not None:
        fields["kong"] = entry.kong
    if entry.facts:
        fields["facts"] = dict(entry.facts)
    return fields


def describe_win(play: PlayRules, at: Position, win: Win) -> LoggedWin:
    """Return *win* with its marks and facts, and the kong on whose supplement it is."""
    return LoggedWin(win, play.marks(at, win), play.win_facts(at, win), _find_kong(at, win))


def _find_kong(at: Position, win: Win) -> int | None:
    """Return the place among its sets of the kong that the winner laid last, if it won by it."""
    if win.by != "self_draw" or at.drew != "kong":
        return None
    kong = next(one for one in reversed(at.log) if isinstance(one, Kong))
    kind_of = at.game.kind_of
    kind = kind_of[kong.tiles[0]]
    melds = at.seats[win.seat].melds
    return next(
        place for place, meld in enumerate(melds) if meld.is_kong and kind_of[meld.tiles[0]] == kind
    )


def settle_hand(
    play: PlayRules, at: Position, wins: Sequence[LoggedWin], ending: Ending
) -> Settlement:
    """Return the settlement of the hand ended so; raise `RecordError` where there is none."""
    game = at.game
    return game.settle(read_record(game, record(play, at, wins, ending)))


def win_problem(play: PlayRules, at: Position, win: Win) -> Problem | None:
    """Return why *win* may not be claimed: what the settlement of its record says."""
    try:
        settle_hand(play, at, (*at.wins, describe_win(play, at, win)), WON)
    except RecordError as error:
        return error.first
    return None
