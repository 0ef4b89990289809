"""What may be done now: one reason against every action that may not.

`refusal` is the one truth; `legal` tries what a seat could do at all and keeps what
`refusal` says nothing against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from rules.errors import Problem
from rules.hands.covers import sets_with
from rules.play.actions import (
    Abort,
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    SetAside,
    ShowFlower,
    ThrowDice,
    Tiles,
    Win,
)
from rules.play.dice import dice_problem, throw_offers
from rules.play.kongs import own_kongs, supplements_for
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.play.record import win_problem
from rules.record.values import TAKEN, TILES_OF_A_PUNG
from rules.tiles import BACK, CODES, KIND, Tile

MOST_DICE: Final = (2, 1)
"""How many dice may be thrown at once in the middle of a hand."""
NO_SUPPLEMENT: Final = "no tile is left to be drawn for a kong"

Refusal = Callable[[PlayRules, Position, Any], "str | Problem | None"]


def refusal(play: PlayRules, at: Position, action: Action) -> Problem | None:
    """Return why *action* may not be done now, in the sheet's words, or nothing."""
    if not 0 <= action.seat < at.players:
        return Problem("bad_record", "nobody sits there", "seat")
    if at.is_over:
        return Problem("barred", "the hand is over")
    if at.stage == "claims":
        return _said(_claim_refusal(play, at, action))
    if action.seat != at.turn:
        return Problem("barred", f"it is seat {at.turn}'s turn")
    if at.stage == "opening":
        return _said(_opening_refusal(play, at, action))
    check = (DRAWING if at.stage == "draw" else IN_TURN).get(type(action))
    if check is None:
        message = "a tile is to be drawn first" if at.stage == "draw" else "this is not the time"
        return Problem("barred", message)
    return _said(check(play, at, action))


def legal(play: PlayRules, at: Position, seat: int) -> tuple[Action, ...]:
    """Return everything that *seat* may do now."""
    if at.is_over:
        return ()
    if at.window is not None:
        return next((offers for one, offers in at.window.offers if one == seat), ())
    if seat != at.turn:
        return ()
    if at.stage == "opening":
        return tuple(play.opening_offers(at, seat))
    tries = _draws(play, at) if at.stage == "draw" else _turns(play, at, seat)
    return tuple([action for action in tries if refusal(play, at, action) is None])


def offers(play: PlayRules, at: Position, seat: int) -> tuple[Action, ...]:
    """Return how *seat* may claim the tile of the window, and that it may let it go."""
    found = [one for one in _claims(play, at, seat) if claim_problem(play, at, one) is None]
    return (*found, Pass(seat)) if found else ()


def _said(found: str | Problem | None) -> Problem | None:
    return Problem("barred", found) if isinstance(found, str) else found


def _opening_refusal(play: PlayRules, at: Position, action: Action) -> str | None:
    due = tuple(play.opening_offers(at, action.seat))
    if action in due:
        return None
    if isinstance(action, DrawReplacement) and DrawReplacement(action.seat) in due:
        return _wrong_tile(play.draw_supplement(at)[0], action.tile)
    if isinstance(action, ThrowDice) and ThrowDice(action.seat, action.count) in due:
        return dice_problem(at, action)
    if any(isinstance(one, ShowFlower) for one in due):
        return "flowers are laid out and replaced before anything else"
    return "this is not the time: the hand has not been opened"


# Drawing


def _draws(play: PlayRules, at: Position) -> Iterator[Action]:
    if at.awaits_supplement:
        if play.later_throws:
            yield from throw_offers(at, at.turn, MOST_DICE)
        yield DrawReplacement(at.turn)
        return
    yield Draw(at.turn)
    yield Pass(at.turn)


def _draw(play: PlayRules, at: Position, action: Draw) -> str | None:
    if at.awaits_supplement:
        return "a supplement is taken, from where supplements are taken"
    return play.draw_bar(at) or _wrong_tile(at.wall.draw()[0], action.tile)


def _replacement(play: PlayRules, at: Position, action: DrawReplacement) -> str | None:
    if not at.awaits_supplement:
        return "only a kong, a flower or a tile laid aside brings a supplement"
    return _wrong_tile(play.draw_supplement(at)[0], action.tile)


def _throw(play: PlayRules, at: Position, action: ThrowDice) -> str | None:
    if not at.awaits_supplement:
        return "dice only say where a supplement is taken"
    return play.dice_bar(at, action) or dice_problem(at, action)


def _wrong_tile(lies: Tile, said: Tile | None) -> str | None:
    if lies == BACK:
        return (
            "which tile was drawn must be said, the wall does not show it" if said is None else None
        )
    if said not in (None, lies):
        assert said is not None
        return f"the tile that lies there is {CODES[lies]}, not {CODES[said]}"
    return None


def _decline(play: PlayRules, at: Position, action: Pass) -> str | None:
    if at.awaits_supplement:
        return "a supplement cannot be declined"
    return play.decline_bar(at, action.seat)


# In one's turn


def _turns(play: PlayRules, at: Position, seat: int) -> Iterator[Action]:
    place = at.seats[seat]
    yield from play.own_wins(at, seat)
    faces = dict.fromkeys(place.hand)
    flowers = play.flowers_in(at, seat)
    if flowers:
        yield from (ShowFlower(seat, tile) for tile in flowers)
        return
    yield from dict.fromkeys(own_kongs(at, seat))
    yield from (SetAside(seat, tile) for tile in faces if play.may_set_aside(at, tile))
    yield from (Abort(seat, reason) for reason in play.aborts(at, seat))
    words = play.declarations(at, seat)
    for tile in faces:
        yield Discard(seat, tile)
        yield from (Discard(seat, tile, word) for word in words)
    yield Pass(seat)


def _discard(play: PlayRules, at: Position, action: Discard) -> str | None:
    hand = at.seats[action.seat].hand
    if action.tile not in hand:
        return f"{CODES[action.tile]} is not in the hand"
    if play.flowers_in(at, action.seat):
        return "flowers are laid out and replaced, not kept or discarded"
    bar = play.discard_bar(at, action)
    if bar is None and at.claimed is not None:
        bar = play.swap_bar(at, at.claimed, action.tile)
    if bar is not None or not action.declares:
        return bar
    if action.declares not in play.declarations(at, action.seat):
        return f"{action.declares} cannot be announced now"
    return play.declare_bar(at, action)


def _kong(play: PlayRules, at: Position, action: Kong) -> str | None:
    place = at.seats[action.seat]
    if action.kind not in play.kongs or action.tile is not None:
        return "this game has no such kong, or not in one's own turn"
    if not _holds(place.hand, action.tiles):
        return "these tiles are not all in the hand"
    if action not in tuple(own_kongs(at, action.seat)):
        return "a kong is four equal tiles of the hand, or one added to a pung"
    if play.flowers_in(at, action.seat):
        return "flowers are laid out and replaced before anything else"
    if KIND[action.tiles[0]] in play.unclaimable(at):
        return f"{CODES[action.tiles[0]]} is in no set laid down"
    if play.supplements(at) < supplements_for(action):
        return NO_SUPPLEMENT
    return play.kong_bar(at, action)


def _aside(play: PlayRules, at: Position, action: SetAside) -> str | None:
    if action.tile not in at.seats[action.seat].hand:
        return f"{CODES[action.tile]} is not in the hand"
    if not play.may_set_aside(at, action.tile):
        return "such a tile is not laid aside by itself"
    if play.supplements(at) <= 0:
        return "no tile is left to be drawn for it"
    return play.aside_bar(at, action.seat, action.tile)


def _flower(play: PlayRules, at: Position, action: ShowFlower) -> str | None:
    if action.tile not in play.flowers_in(at, action.seat):
        return f"{CODES[action.tile]} is no flower in the hand"
    return None


def _own_win(play: PlayRules, at: Position, action: Win) -> str | Problem | None:
    if action not in tuple(play.own_wins(at, action.seat)):
        return "a win in one's own turn is on the tile just drawn"
    return _win(play, at, action)


def _win(play: PlayRules, at: Position, action: Win) -> str | Problem | None:
    if action.by in TAKEN or action.by == "self_draw":
        needs_tile = action.by in TAKEN
        if action.by != "robbed_flower" and not play.may_complete(
            at, action.seat, action.tile if needs_tile else None
        ):
            return Problem("not_a_win", "the tiles form no winning hand")
    bar = play.win_bar(at, action)
    return bar if bar is not None else win_problem(play, at, action)


def _abort(play: PlayRules, at: Position, action: Abort) -> str | None:
    return play.abort_bar(at, action.seat, action.reason)


def _own_pass(play: PlayRules, at: Position, action: Pass) -> str | None:
    return play.pass_bar(at, action.seat)


IN_TURN: Final[Mapping[type[Any], Refusal]] = {
    Discard: _discard,
    Kong: _kong,
    SetAside: _aside,
    ShowFlower: _flower,
    Win: _own_win,
    Abort: _abort,
    Pass: _own_pass,
}
DRAWING: Final[Mapping[type[Any], Refusal]] = {
    Draw: _draw,
    DrawReplacement: _replacement,
    ThrowDice: _throw,
    Pass: _decline,
}

# Claims


def _claims(play: PlayRules, at: Position, seat: int) -> Iterator[Action]:
    """Yield how *seat* might claim the tile of the window at all."""
    window = at.window
    assert window is not None
    if seat in window.complete:
        yield Win(seat, window.by, window.tile, window.source)
    if window.by != "discard" or KIND[window.tile] in play.unclaimable(at):
        return
    kind_of = at.game.kind_of
    alike = [tile for tile in at.seats[seat].hand if kind_of[tile] == kind_of[window.tile]]
    if len(alike) >= TILES_OF_A_PUNG - 1:
        for tiles in _pairs(alike):
            yield Pung(seat, tiles, window.tile, window.source)
        if "kong_discard" in play.kongs:
            for size in range(TILES_OF_A_PUNG, len(alike) + 1):
                tiles = tuple(alike[:size])
                yield Kong(seat, "kong_discard", tiles, window.tile, window.source)
    reach = play.chow_reach(at)
    if reach and (seat - window.source) % at.players <= reach:
        yield from _chows(play, at, seat)


def _pairs(alike: list[Tile]) -> Iterator[Tiles]:
    """Yield the different twos of *alike*: a red five is another tile than a plain one."""
    twos = ((a, b) for place, a in enumerate(alike) for b in alike[place + 1 :])
    yield from dict.fromkeys(twos)


def _chows(play: PlayRules, at: Position, seat: int) -> Iterator[Chow]:
    window = at.window
    assert window is not None
    barred = play.unclaimable(at)
    by_kind: dict[int, dict[Tile, None]] = {}
    for tile in at.seats[seat].hand:
        if KIND[tile] not in barred:
            by_kind.setdefault(_stands_for(at, tile), {})[tile] = None
    kind = _stands_for(at, window.tile)
    for run in sets_with(kind, play.catalogue):
        if run.shape in ("run", "honors"):
            first, second = (one for one in run.kinds if one != kind)
            for two in product(by_kind.get(first, ()), by_kind.get(second, ())):
                yield Chow(seat, two, window.tile, window.source)


def _stands_for(at: Position, tile: Tile) -> int:
    """Return the kind that *tile* is wherever it lies."""
    return KIND[at.stands_for.get(tile, tile)]


def _claim_refusal(play: PlayRules, at: Position, action: Action) -> str | Problem | None:
    window = at.window
    assert window is not None
    mine = next((offers for seat, offers in window.offers if seat == action.seat), None)
    if mine is None:
        if any(answer.seat == action.seat for answer in window.answers):
            return "this seat has answered"
        if isinstance(action, (Chow, Pung, Kong, Win)):
            return claim_problem(play, at, action) or "another claim goes before"
        return "others may claim the tile first"
    if action in mine:
        return None
    if isinstance(action, (Chow, Pung, Kong, Win)):
        return claim_problem(play, at, action)
    return "the tile is claimed or let go before anything else"


def claim_problem(play: PlayRules, at: Position, action: Action) -> str | Problem | None:
    """Return why the tile of the window may not be claimed so, or nothing."""
    window = at.window
    assert window is not None
    if not isinstance(action, (Chow, Pung, Kong, Win)):
        return "this claims no tile"
    if (action.tile, action.source) != (window.tile, window.source):
        return "another tile is to be claimed"
    if isinstance(action, Win):
        if action.by != window.by:
            return f"the tile can be won on by {window.by} only"
        return _win(play, at, action)
    if window.by != "discard":
        return "this tile can be won on, not claimed for a set"
    return _set_problem(play, at, action)


def _set_problem(play: PlayRules, at: Position, action: Chow | Pung | Kong) -> str | None:
    """Return why a set may not be claimed, or nothing."""
    hand = at.seats[action.seat].hand
    if not _holds(hand, action.tiles):
        return "these tiles are not all in the hand"
    if action not in tuple(_claims(play, at, action.seat)):
        return _no_such_set(play, at, action)
    if not play.has_last_discard_claims and play.live(at) <= 0:
        return "the last discard can only be won on"
    if isinstance(action, Kong) and play.supplements(at) < supplements_for(action):
        return NO_SUPPLEMENT
    bar = play.claim_bar(at, action)
    if bar is not None or isinstance(action, Kong):
        return bar
    rest = list(hand)
    for tile in action.tiles:
        rest.remove(tile)
    bars = [play.swap_bar(at, action, tile) for tile in dict.fromkeys(rest)]
    return bars[0] if all(bars) else None


def _no_such_set(play: PlayRules, at: Position, action: Chow | Pung | Kong) -> str:
    assert action.tile is not None
    if KIND[action.tile] in play.unclaimable(at):
        return f"{CODES[action.tile]} can be claimed for nothing"
    reach = play.chow_reach(at)
    if isinstance(action, Chow):
        if not reach:
            return "this game has no chow"
        if (action.seat - at.turn) % at.players > reach:
            return "a chow comes from the left-hand neighbour only"
        return "a chow is three tiles in a row"
    return "these tiles make no such set"


def _holds(hand: Tiles, tiles: Tiles) -> bool:
    return all(hand.count(tile) >= tiles.count(tile) for tile in set(tiles))
