"""A hand that people tell by han and fu, by a limit or in yakuman, in place of its tiles.

riichi.md, "Fu", "Payment"; hand-record.md, "Value".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.figure import Figure
from rules.games.riichi.hand import Winner
from rules.games.riichi.points import COUNTED, FREE_OF_FU, LIMITS, MANGAN, basic_points
from rules.games.riichi.scoring import RiichiScore
from rules.settle.settlement import Item, itemize_value, value_of

HAN: Final = Figure("han", tuple(range(1, COUNTED + 1)))
FU: Final = Figure("fu", (20, 25, *range(30, 111, 10)))
NAMED: Final[Mapping[str, int]] = {
    "mangan": MANGAN,
    **{name: points for _, points, name in reversed(LIMITS)},
}
"""The limits with a name of their own, and their basic points."""
LIMIT: Final = Figure("limit", tuple(NAMED))
YAKUMAN: Final = Figure("yakuman", tuple(range(1, 7)))
CHIPS: Final = Figure("chips", tuple(range(13)), is_optional=True)
"""What each payer gives for one-shot, red fives and ura dora together (祝儀)."""

PINFU: Final = 20
"""The fu of runs alone that were drawn; on a discard a concealed hand has ten more."""
SEVEN_PAIRS: Final = 25


def fu_beside(han: int, by: str, figure: Figure, *, has_open_pinfu: bool) -> Figure:
    """Return the fu, of those in *figure*, that a hand of *han* won *by* this way can have.

    A drawn hand of 20 fu has pinfu and the self-draw, one of 25 seven pairs and the self-draw.
    """
    is_drawn = by == "self_draw"
    least = {
        PINFU: 1 if has_open_pinfu else 2 if is_drawn else COUNTED,
        SEVEN_PAIRS: 3 if is_drawn else 2,
    }
    return Figure(figure.id, tuple(fu for fu in figure.values if han >= least.get(int(fu), 1)))


class House(NamedTuple):
    """What of the house rules decides in which figures a hand is told."""

    has_open_pinfu: bool
    gives_chips: bool


def figures_after(
    figures: Sequence[Figure], answers: Mapping[str, Any], by: str, house: House
) -> tuple[Figure, ...]:
    """Return which of the *figures* are still to be told of a hand won *by* this way."""
    if not figures or not answers:
        return tuple(one for one in figures if one.id not in (FU.id, CHIPS.id))
    if asks_fu(answers):
        (fu,) = [one for one in figures if one.id == FU.id]
        return (fu_beside(answers[HAN.id], by, fu, has_open_pinfu=house.has_open_pinfu),)
    return (CHIPS,) if house.gives_chips and CHIPS.id not in answers else ()


def asks_fu(answers: Mapping[str, Any]) -> bool:
    """Return whether *answers* hold han that are paid by the fu, too, and no fu yet."""
    return "fu" not in answers and answers.get(HAN.id, FREE_OF_FU) < FREE_OF_FU


def score(winner: Winner, answers: Mapping[str, Any], yakuman_points: int) -> RiichiScore:
    """Return the score of a hand from *answers*: han and fu, a limit or yakuman."""
    if HAN.id in answers:
        han, fu = answers[HAN.id], answers.get("fu")
        basic, limit = basic_points(han, fu or 0, winner.options)
        return RiichiScore(winner, None, itemize_value(han), basic, limit, han, fu)
    (worth,) = [number for name, number in answers.items() if name != CHIPS.id]
    if LIMIT.id in answers:
        return RiichiScore(winner, None, itemize_value(1), NAMED[worth], worth)
    items: tuple[Item, ...] = itemize_value(worth)
    return RiichiScore(winner, None, items, yakuman_points * value_of(items), "yakuman")
