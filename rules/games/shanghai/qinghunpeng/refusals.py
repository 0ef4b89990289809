"""What cannot be, and what the rules forbid: qinghunpeng.md, "Play", "Winning"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.shanghai.qinghunpeng.scoring import hand_of, is_too_small
from rules.record.claims import flowers_lie_out, indicators_turned, named_kong, one_tile, robbing
from rules.tiles import CODES, FLOWERS, RED_FIVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Win

FLOWER_WINS: Final = {"robbed_flower": "seven_robs_one", "declared": "all_flowers"}
"""Ways of winning by flowers alone, with the option that they need."""

EIGHT: Final = 8
DICE: Final = 2


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield indicators, dice and flowers that cannot be, and winners that do not go together."""
    yield from indicators_turned(record)
    yield from _treasure_problems(record)
    robbed = [replace(win, tile=None) if win.by == "robbed_flower" else win for win in record.wins]
    yield from flowers_lie_out(replace(record, wins=tuple(robbed)))
    for number, seat in enumerate(record.seats):
        for tile in seat.discards or ():
            if FLOWERS <= tile < RED_FIVES:
                message = f"{CODES[tile]} is laid out, not discarded"
                yield Problem("bad_tiles", message, f"seats[{number}].discards")
    for place, win in enumerate(record.wins):
        if win.by == "declared" and (win.tile is not None or win.source is not None):
            message = "eight flowers win by themselves: tile must be null, from absent"
            yield Problem("bad_record", message, f"wins[{place}]")
    yield from one_tile(record)


def _treasure_problems(record: Record) -> Iterator[Problem]:
    """Yield a throw that opens the treasure and is missing or has other dice (D12)."""
    if not record.options["kaibao"]:
        return
    if any(len(throw) != DICE for throw in record.deal.dice[:1]):
        yield Problem("bad_record", f"a throw of this game is {DICE} dice", "deal.dice[0]")
    if record.options["drawn_hands"] and not record.deal.dice and record.outcome != "abort":
        message = "the throw that breaks the wall may open the treasure: give it"
        yield Problem("bad_record", message, "deal.dice")


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, too small, or that a rule forbids."""
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from robbing(record, win, where)
        yield from named_kong(record, win, where)
        if win.by in FLOWER_WINS:
            yield from _flower_problems(record, win, where)
        else:
            yield from _hand_problems(record, win, where)


def _flower_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a win by flowers that are not all there, or that this house does not play."""
    option = FLOWER_WINS[win.by]
    flowers = {*record.seats[win.seat].flowers, *(() if win.tile is None else (win.tile,))}
    if len([tile for tile in flowers if tile >= FLOWERS]) < EIGHT:
        yield Problem("not_a_win", "a win by flowers needs all eight of them", where)
    if not record.options[option]:
        yield Problem("barred", f"{option} is not played in this house", where)


def _hand_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield tiles that are none of the seven hands, too few flowers, and a passed-up tile."""
    hand = hand_of(record, win)
    if hand is None:
        message = (
            "the tiles are none of the seven hands: all pungs or one suit in sets, or all honours"
        )
        yield Problem("not_a_win", message, where)
    elif is_too_small(record, win, hand):
        message = "a win on a discard needs two flowers, a naked single or a hand of a laazi"
        yield Problem("below_minimum", message, where)
    if win.by == "discard" and win.tile in win.facts.get("missed", ()):
        message = "who let a winning tile go wins on another one like it after a draw or claim"
        yield Problem("barred", message, f"{where}.facts.missed")
