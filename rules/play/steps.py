"""What comes of an action that may be done: the next position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.play.actions import (
    Abort,
    Action,
    Declare,
    Discard,
    Draw,
    DrawReplacement,
    Exchange,
    Kong,
    Pass,
    SetAside,
    ShowFlower,
    ThrowDice,
    Tiles,
    Win,
)
from rules.play.claims import open_window, record_answer
from rules.play.dice import with_throw
from rules.play.flow import (
    aside_stands,
    decline,
    flower_stands,
    go_on_opening,
    kong_stands,
    log_action,
    over,
    settle_wins,
    to_draw,
    to_supplement,
    turn_up,
)
from rules.play.kongs import with_kong
from rules.play.play_rules import REPLACED, PlayRules
from rules.play.position import Drew, Ending, Place, Position, Window
from rules.play.record import describe_win
from rules.tiles import BACK, KIND, Tile, without
from rules.value import evolve

Step = Callable[[PlayRules, Position, Any], Position]


def advance(play: PlayRules, at: Position, action: Action) -> Position:
    """Return the position after *action*, which `refusal` has nothing against."""
    if at.window is not None:
        return record_answer(play, at, action)
    return STEPS[type(action)](play, at, action)


def deal(play: PlayRules, at: Position) -> Position:
    """Return the position once the tiles of a new wall are dealt and indicators turned up."""
    hands: list[list[Tile]] = [[] for _ in at.seats]
    wall, banker = at.wall, at.state.banker
    order = [banker, *at.others(banker)]
    tile: Tile = BACK
    for block in play.blocks:
        for seat in order:
            for _ in range(block):
                tile, wall = wall.draw()
                hands[seat].append(tile)
    tile, wall = wall.draw()
    hands[banker].append(tile)
    seats = tuple([Place(tuple(sorted(hand))) for hand in hands])
    at = evolve(at, wall=wall, seats=seats, turn=banker, drew="deal", drawn=tile)
    for place in play.indicator_places(at):
        turn_up = at.wall.show if play.draws_indicators(at) else at.wall.turn_up
        at = evolve(at, wall=turn_up(place))
    indicators = at.wall.indicators
    game = at.game
    wild = game.wild_tiles(indicators, at.options)
    apart = game.aside_tiles(indicators, at.options)
    flowers = frozenset([tile for tile in game.flower_tiles(at.options) if KIND[tile] not in wild])
    at = evolve(at, wild=wild, apart=apart, flowers=flowers)
    at = evolve(at, stands_for=game.substitutes(indicators, at.options))
    return go_on_opening(play, play.finish_deal(at))


def _declare(play: PlayRules, at: Position, action: Declare) -> Position:
    place = at.seats[action.seat]
    place = evolve(place, declared=place.declared | {action.word}, notes=place.notes | {"asked"})
    at = log_action(at, action, seats=at.put(action.seat, place))
    return go_on_opening(play, at) if at.stage == "opening" else at


def _exchange(play: PlayRules, at: Position, action: Exchange) -> Position:
    return go_on_opening(play, play.after_exchange(log_action(at, action), action))


def _throw(play: PlayRules, at: Position, action: ThrowDice) -> Position:
    at, throw = with_throw(at, action)
    at = play.after_throw(log_action(at, throw), throw)
    return go_on_opening(play, at) if at.stage == "opening" else at


def _draw(play: PlayRules, at: Position, action: Draw) -> Position:  # noqa: ARG001 -- a step
    lies, wall = at.wall.draw()
    tile = lies if lies != BACK else action.tile
    assert tile is not None
    place = at.seats[action.seat]
    place = evolve(place, hand=_with(place.hand, tile), draws=place.draws + 1)
    return log_action(
        at,
        Draw(action.seat, tile),
        wall=wall,
        seats=at.put(action.seat, place),
        stage="turn",
        drew="wall",
        drawn=tile,
    )


def _replacement(play: PlayRules, at: Position, action: DrawReplacement) -> Position:
    lies, wall = play.draw_supplement(at)
    tile = lies if lies != BACK else action.tile
    assert tile is not None
    place = at.seats[action.seat]
    place = evolve(place, hand=_with(place.hand, tile))
    draw = DrawReplacement(action.seat, tile)
    seats = at.put(action.seat, place)
    if at.stage == "opening":
        is_last = action.seat == at.state.banker
        drawn_tile: Tile | None = tile if is_last else at.drawn
        at = log_action(at, draw, wall=wall, seats=seats, drawn=drawn_tile)
        goes_round = play.opening[at.step] == "flower_rounds"
        return go_on_opening(play, at.note(action.seat, REPLACED) if goes_round else at)
    drew: Drew = "kong" if at.kong is not None else at.drew
    due = at.supplements_due - 1
    at = log_action(at, draw, wall=wall, seats=seats, drew=drew, drawn=tile, supplements_due=due)
    return at if due > 0 else play.after_supplements(evolve(at, stage="turn", kong=None))


def _with(hand: Tiles, tile: Tile) -> Tiles:
    tiles = list(hand)
    insort(tiles, tile)
    return tuple(tiles)


def _discard(play: PlayRules, at: Position, action: Discard) -> Position:
    is_apart = play.lies_aside(at, action.tile)
    return open_window(play, *with_discard(play, at, action), is_apart)


def with_discard(play: PlayRules, at: Position, action: Discard) -> tuple[Position, Window]:
    """Return the position in which the discard lies, and the window that may be open upon it."""
    seat, tile = action.seat, action.tile
    place = at.seats[seat]
    place = evolve(place, hand=without(place.hand, tile), river=(*place.river, tile))
    if play.lies_aside(at, tile):
        place = evolve(place, aside=(*place.aside, tile))
    at = log_action(at, action, seats=at.put(seat, place))
    at = play.after_discard(at, action)
    if at.indicators_due:
        at = turn_up(play, at, at.indicators_due)
    return at, Window(tile, seat, "discard", declares=action.declares)


def _kong(play: PlayRules, at: Position, action: Kong) -> Position:
    seat = action.seat
    place = at.seats[seat]
    hand = place.hand
    for tile in action.tiles:
        hand = without(hand, tile)
    seats = at.put(seat, evolve(place, hand=hand, melds=with_kong(at, action)))
    at = log_action(at, action, seats=seats, kong=action)
    if action.kind not in play.robbable:
        return kong_stands(play, at)
    return open_window(play, at, Window(action.tiles[0], seat, "robbed_kong"))


def _aside(play: PlayRules, at: Position, action: SetAside) -> Position:
    place = at.seats[action.seat]
    hand = without(place.hand, action.tile)
    place = play.set_aside(evolve(place, hand=hand), action.tile)
    at = log_action(at, action, seats=at.put(action.seat, place))
    at = to_supplement(play, at, action.seat, "aside")
    if not play.aside_won_by:
        return aside_stands(play, at)
    return open_window(play, at, Window(action.tile, action.seat, play.aside_won_by))


def _flower(play: PlayRules, at: Position, action: ShowFlower) -> Position:
    place = at.seats[action.seat]
    hand = without(place.hand, action.tile)
    flowers = (*place.flowers, action.tile)
    at = log_action(
        at, action, seats=at.put(action.seat, evolve(place, hand=hand, flowers=flowers))
    )
    wins = tuple(play.flower_wins(at, action.seat, action.tile))
    if not wins:
        return flower_stands(play, at)
    tile, source = wins[0].tile, wins[0].source
    assert tile is not None
    assert source is not None
    complete = frozenset([win.seat for win in wins])
    return open_window(play, at, Window(tile, source, "robbed_flower", complete=complete))


def _own_win(play: PlayRules, at: Position, action: Win) -> Position:
    one = describe_win(play, at, action)
    at = log_action(at, action)
    if at.stage == "opening" and play.dealt_wins_together:
        at = evolve(at.note(action.seat, "asked"), wins=(*at.wins, one))
        return go_on_opening(play, at)
    return settle_wins(play, at, (one,))


def _abort(play: PlayRules, at: Position, action: Abort) -> Position:  # noqa: ARG001 -- a step
    incident = {"kind": action.reason, "seat": action.seat}
    return over(log_action(at, action), Ending("abort", (incident,)))


def _pass(play: PlayRules, at: Position, action: Pass) -> Position:
    """Return the position after a turn let go by: in the opening, of a draw, in a bottom stage."""
    at = log_action(at, action)
    if at.stage == "opening":
        return go_on_opening(play, at.note(action.seat, "asked"))
    if at.stage == "draw":
        return decline(play, at, action.seat)
    return to_draw(play, at, at.next_after(action.seat))


STEPS: Final[Mapping[type[Any], Step]] = {
    Draw: _draw,
    DrawReplacement: _replacement,
    Discard: _discard,
    Kong: _kong,
    SetAside: _aside,
    ShowFlower: _flower,
    Declare: _declare,
    Exchange: _exchange,
    ThrowDice: _throw,
    Win: _own_win,
    Abort: _abort,
    Pass: _pass,
}
