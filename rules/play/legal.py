"""What may be done now: one reason against every action that may not.

`refusal` is the one truth; `legal` tries what a seat could do at all and keeps what
`refusal` says nothing against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.hands.covers import runs_with
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
from rules.reasons import as_problem
from rules.record.values import TAKEN, TILES_OF_A_PUNG
from rules.tiles import BACK, KIND, Tile

MOST_DICE: Final = (2, 1)
"""How many dice may be thrown at once in the middle of a hand."""

Refusal = Callable[[PlayRules, Position, Any], Reason | Problem | None]


def refusal(play: PlayRules, at: Position, action: Action) -> Problem | None:
    """Return why *action* may not be done now, in the sheet's words, or nothing."""
    if not 0 <= action.seat < at.players:
        return as_problem(Reason("nobody_there"), "bad_record", "seat")
    bar = _bar(play, at, action)
    return as_problem(bar) if isinstance(bar, Reason) else bar


def _bar(play: PlayRules, at: Position, action: Action) -> Reason | Problem | None:
    if at.is_over:
        return Reason("hand_over")
    if at.stage == "claims":
        return _claim_refusal(play, at, action)
    if action.seat != at.turn:
        return Reason("other_turn", {"seat": at.turn})
    if at.stage == "opening":
        return _opening_refusal(play, at, action)
    check = (DRAWING if at.stage == "draw" else IN_TURN).get(type(action))
    if check is None:
        return Reason("draw_first" if at.stage == "draw" else "not_now")
    return check(play, at, action)


def legal(play: PlayRules, at: Position, seat: int) -> tuple[Action, ...]:
    """Return everything that *seat* may do now."""
    if at.window is not None:
        return next((offers for one, offers in at.window.offers if one == seat), ())
    if at.is_over or seat != at.turn:
        return ()
    if at.stage == "opening":
        return tuple(play.opening_offers(at, seat))
    is_drawing = at.stage == "draw"
    tries = _draws(play, at) if is_drawing else _turns(play, at, seat)
    checks = DRAWING if is_drawing else IN_TURN
    return tuple([action for action in tries if checks[type(action)](play, at, action) is None])


def offers(play: PlayRules, at: Position, seat: int) -> tuple[Action, ...]:
    """Return how *seat* may claim the tile of the window, and that it may let it go."""
    claims = [one for one in _claims(play, at, seat) if _claim_bar(play, at, one) is None]
    return (*claims, Pass(seat)) if claims else ()


def _opening_refusal(play: PlayRules, at: Position, action: Action) -> Reason | None:
    due = tuple(play.opening_offers(at, action.seat))
    if action in due:
        return None
    if isinstance(action, DrawReplacement) and DrawReplacement(action.seat) in due:
        return _wrong_tile(play.draw_supplement(at)[0], action.tile)
    if isinstance(action, ThrowDice) and ThrowDice(action.seat, action.count) in due:
        return dice_problem(at, action)
    if any(isinstance(one, ShowFlower) for one in due):
        return Reason("flowers_first")
    return Reason("not_opened")


# Drawing


def _draws(play: PlayRules, at: Position) -> Iterator[Action]:
    if at.awaits_supplement:
        if play.later_throws:
            yield from throw_offers(at, at.turn, MOST_DICE)
        yield DrawReplacement(at.turn)
        return
    yield Draw(at.turn)
    yield Pass(at.turn)


def _draw(play: PlayRules, at: Position, action: Draw) -> Reason | None:
    if at.awaits_supplement:
        return Reason("supplement_due")
    return play.draw_bar(at) or _wrong_tile(at.wall.next_tile, action.tile)


def _replacement(play: PlayRules, at: Position, action: DrawReplacement) -> Reason | None:
    if not at.awaits_supplement:
        return Reason("no_supplement_due")
    return _wrong_tile(play.draw_supplement(at)[0], action.tile)


def _throw(play: PlayRules, at: Position, action: ThrowDice) -> Reason | None:
    if not at.awaits_supplement:
        return Reason("no_throw_due")
    return play.dice_bar(at, action) or dice_problem(at, action)


def _wrong_tile(tile: Tile, action_tile: Tile | None) -> Reason | None:
    if tile == BACK:
        return Reason("draw_unknown") if action_tile is None else None
    if action_tile not in (None, tile):
        assert action_tile is not None
        return Reason("other_tile_lies", {"tile": tile, "said": action_tile})
    return None


def _decline(play: PlayRules, at: Position, action: Pass) -> Reason | None:
    if at.awaits_supplement:
        return Reason("supplement_stays")
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
    if aside := play.kinds_aside(at):
        yield from (SetAside(seat, tile) for tile in faces if KIND[tile] in aside)
    yield from (Abort(seat, reason) for reason in play.aborts(at, seat))
    words = play.declarations(at, seat)
    for tile in faces:
        yield Discard(seat, tile)
        yield from (Discard(seat, tile, word) for word in words)
    yield Pass(seat)


def _discard(play: PlayRules, at: Position, action: Discard) -> Reason | None:
    hand = at.seats[action.seat].hand
    if action.tile not in hand:
        return Reason("not_in_hand", {"tile": action.tile})
    if at.flowers and play.flowers_in(at, action.seat):
        return Reason("flowers_kept")
    bar = play.discard_bar(at, action)
    if bar is None and at.claimed is not None:
        bar = play.swap_bar(at, at.claimed, action.tile)
    if bar is not None or not action.declares:
        return bar
    if action.declares not in play.declarations(at, action.seat):
        return Reason("announcement", {"word": action.declares})
    return play.declare_bar(at, action)


def _kong(play: PlayRules, at: Position, action: Kong) -> Reason | None:
    place = at.seats[action.seat]
    if action.kind not in play.kongs or action.tile is not None:
        return Reason("no_such_kong")
    if not _holds(place.hand, action.tiles):
        return Reason("not_all_in_hand")
    if action not in tuple(own_kongs(at, action.seat)):
        return Reason("kong_form")
    if play.flowers_in(at, action.seat):
        return Reason("flowers_first")
    if KIND[action.tiles[0]] in play.unclaimable(at):
        return Reason("in_no_set", {"tile": action.tiles[0]})
    if play.supplements(at) < supplements_for(action):
        return Reason("kong_without_supplement")
    return play.kong_bar(at, action)


def _aside(play: PlayRules, at: Position, action: SetAside) -> Reason | None:
    if action.tile not in at.seats[action.seat].hand:
        return Reason("not_in_hand", {"tile": action.tile})
    if KIND[action.tile] not in play.kinds_aside(at):
        return Reason("not_laid_aside")
    if play.supplements(at) <= 0:
        return Reason("aside_without_supplement")
    return play.aside_bar(at, action.seat, action.tile)


def _flower(play: PlayRules, at: Position, action: ShowFlower) -> Reason | None:
    if action.tile not in play.flowers_in(at, action.seat):
        return Reason("no_flower_in_hand", {"tile": action.tile})
    return None


def _own_win(play: PlayRules, at: Position, action: Win) -> Reason | Problem | None:
    if action not in tuple(play.own_wins(at, action.seat)):
        return Reason("own_win_on_draw")
    return _win(play, at, action)


def _win(play: PlayRules, at: Position, action: Win) -> Reason | Problem | None:
    if action.by in TAKEN or action.by == "self_draw":
        needs_tile = action.by in TAKEN
        if action.by != "robbed_flower" and not play.may_complete(
            at, action.seat, action.tile if needs_tile else None
        ):
            return as_problem(Reason("no_winning_hand"), "not_a_win")
    bar = play.win_bar(at, action)
    return bar if bar is not None else win_problem(play, at, action)


def _abort(play: PlayRules, at: Position, action: Abort) -> Reason | None:
    return play.abort_bar(at, action.seat, action.reason)


def _own_pass(play: PlayRules, at: Position, action: Pass) -> Reason | None:
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


def _claims(play: PlayRules, at: Position, seat: int) -> Iterator[Chow | Pung | Kong | Win]:
    """Yield how *seat* might claim the tile of the window at all."""
    window = at.window
    assert window is not None
    if seat in window.complete:
        yield Win(seat, window.by, window.tile, window.source)
    if window.by != "discard" or KIND[window.tile] in play.unclaimable(at):
        return
    yield from sets_of_alike(play, at, seat)
    reach = play.chow_reach(at)
    if reach and (seat - window.source) % at.players <= reach:
        yield from chows_with(play, at, seat)


def sets_of_alike(play: PlayRules, at: Position, seat: int) -> Iterator[Pung | Kong]:
    """Yield the pungs and kongs that *seat* has the tiles for, with the tile of the window."""
    window = at.window
    assert window is not None
    kind_of = at.game.kind_of
    alike = [tile for tile in at.seats[seat].hand if kind_of[tile] == kind_of[window.tile]]
    if len(alike) >= TILES_OF_A_PUNG - 1:
        for tiles in _pairs(alike):
            yield Pung(seat, tiles, window.tile, window.source)
        if "kong_discard" in play.kongs:
            for size in range(TILES_OF_A_PUNG, len(alike) + 1):
                tiles = tuple(alike[:size])
                yield Kong(seat, "kong_discard", tiles, window.tile, window.source)


def _pairs(alike: list[Tile]) -> Iterator[Tiles]:
    """Yield the different twos of *alike*: a red five is another tile than a plain one."""
    twos = ((a, b) for place, a in enumerate(alike) for b in alike[place + 1 :])
    yield from dict.fromkeys(twos)


def chows_with(play: PlayRules, at: Position, seat: int) -> Iterator[Chow]:
    """Yield the chows that *seat* has the tiles for, with the tile of the window."""
    window = at.window
    assert window is not None
    kind = _stands_for(at, window.tile)
    runs = runs_with(kind, play.catalogue)
    if not runs:
        return
    unclaimable = play.unclaimable(at)
    by_kind: dict[int, dict[Tile, None]] = {}
    for tile in at.seats[seat].hand:
        if KIND[tile] not in unclaimable:
            by_kind.setdefault(_stands_for(at, tile), {})[tile] = None
    for first, second in runs:
        if first in by_kind and second in by_kind:
            for two in product(by_kind[first], by_kind[second]):
                yield Chow(seat, two, window.tile, window.source)


def _stands_for(at: Position, tile: Tile) -> int:
    """Return the kind that *tile* is wherever it lies."""
    return KIND[at.stands_for.get(tile, tile)]


def _claim_refusal(play: PlayRules, at: Position, action: Action) -> Reason | Problem | None:
    window = at.window
    assert window is not None
    mine = next((offers for seat, offers in window.offers if seat == action.seat), None)
    if mine is None:
        if any(answer.seat == action.seat for answer in window.answers):
            return Reason("has_answered")
        if isinstance(action, (Chow, Pung, Kong, Win)):
            return claim_problem(play, at, action) or Reason("other_claim_first")
        return Reason("others_claim_first")
    if action in mine:
        return None
    if isinstance(action, (Chow, Pung, Kong, Win)):
        return claim_problem(play, at, action)
    return Reason("claim_or_pass")


def claim_problem(play: PlayRules, at: Position, action: Action) -> Reason | Problem | None:
    """Return why the tile of the window may not be claimed so, or nothing."""
    window = at.window
    assert window is not None
    if not isinstance(action, (Chow, Pung, Kong, Win)):
        return Reason("no_claim")
    if (action.tile, action.source) != (window.tile, window.source):
        return Reason("other_tile_claimed")
    if isinstance(action, Win):
        if action.by != window.by:
            return Reason("not_so_won")
    elif window.by != "discard":
        return Reason("only_won_on")
    elif not _holds(at.seats[action.seat].hand, action.tiles):
        return Reason("not_all_in_hand")
    elif action not in tuple(_claims(play, at, action.seat)):
        return _no_such_set(play, at, action)
    return _claim_bar(play, at, action)


def _claim_bar(
    play: PlayRules, at: Position, action: Chow | Pung | Kong | Win
) -> Reason | Problem | None:
    """Return what stands against a claim that the tiles allow, or nothing."""
    if isinstance(action, Win):
        return _win(play, at, action)
    if not play.has_last_discard_claims and play.live(at) <= 0:
        return Reason("last_discard")
    if isinstance(action, Kong) and play.supplements(at) < supplements_for(action):
        return Reason("kong_without_supplement")
    bar = play.claim_bar(at, action)
    if bar is not None or isinstance(action, Kong):
        return bar
    rest = list(at.seats[action.seat].hand)
    for tile in action.tiles:
        rest.remove(tile)
    bars = [play.swap_bar(at, action, tile) for tile in dict.fromkeys(rest)]
    return bars[0] if all(bars) else None


def _no_such_set(play: PlayRules, at: Position, action: Chow | Pung | Kong) -> Reason:
    assert action.tile is not None
    if KIND[action.tile] in play.unclaimable(at):
        return Reason("not_claimed", {"tile": action.tile})
    reach = play.chow_reach(at)
    if isinstance(action, Chow):
        if not reach:
            return Reason("no_chow")
        if (action.seat - at.turn) % at.players > reach:
            return Reason("chow_from_left")
        return Reason("chow_form")
    return Reason("no_such_set")


def _holds(hand: Tiles, tiles: Tiles) -> bool:
    return all(hand.count(tile) >= tiles.count(tile) for tile in set(tiles))
