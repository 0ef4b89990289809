"""Drills: a hand of the simulator's players to be scored; nothing of them is kept.

The hand, the answer and how many were right in a row stand in the address alone.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import Catalogue, number
from kiosk.session.shapes import Json
from kiosk.web.context import words
from kiosk.web.views.frame import PageData, name_of, view_game, way_words
from kiosk.web.views.game_rules import options_in_force
from kiosk.web.views.lobby import group_games
from kiosk.web.views.review import Choice
from kiosk.web.views.scores import lying_tiles, remark_words, tiles_apart
from kiosk.web.views.settlement import PaymentView, SettlementWords, standing_before
from kiosk.web.views.shown_plays import played_records, view_play
from kiosk.web.views.standing import view_standing
from kiosk.web.views.tapped_hand import unready_hands
from kiosk.web.views.waits import names_by_wind
from rules.errors import RecordError
from rules.game import Game
from rules.play.game import PlayGame
from rules.ruleset import Ruleset
from rules.tiles import CODES, parse

bp = Blueprint("drill", __name__)

LEVELS: Final = ("usual", "large", "rare")
BATCH: Final = 20
"""Hands of which a drill takes one: that makes it usual or large, its elements frequent or rare."""
TRIES: Final = 3 * BATCH
"""Hands that are laid down for them; some do not stand alone."""
USUAL: Final = 0.6
"""The share of them, the smallest, that are usual; from the rest come the large ones."""
OFFERED: Final = 5
"""Answers that are offered beside the right one."""
GRAINS: Final = (100, 10, 5)
LEAST_GRAINS: Final = 2
"""Numbers stand apart by the largest grain of which the right one has at least this many."""
SEEDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class StepView:
    """A figure that is asked for before what is paid."""

    id: str
    question: str
    right: str
    is_open: bool
    is_right: bool
    answers: tuple[tuple[str, str], ...]
    """Each as it is written, and where a tap on it leads."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that somebody won; of tiles the other seats show nothing that counts."""

    record: Json
    winner: int
    gain: int
    """What the winner gets."""
    elements: tuple[str, ...]
    figures: tuple[tuple[str, int], ...]
    """What leads there, in the game's own units: 3 han and 30 fu, 5 tai."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A hand to be scored, and the answers that are offered, in rising order."""

    hand: Hand
    answers: tuple[int, ...]
    of_figures: tuple[tuple[int, ...], ...]
    """What is offered for each figure of the hand."""


def make_drill(game: Game, options: Mapping[str, Any], level: str, seed: int) -> Drill | None:
    """Return the hand that the same arguments always bring, with what may be answered.

    Nothing where the house's rules let players find none that pays.
    """
    chance = random.Random(f"{game.id} {level} {seed}")  # noqa: S311 -- a drill, no secret
    hands = sorted(_hands(game, options, chance), key=lambda one: one.gain)
    if not hands:
        return None
    hand = _of_level(hands, level, chance)
    answers = tuple(_answers(hand, hands, chance))
    reach = {figure.id: figure.values for figure in game.figures(options)}
    return Drill(hand, answers, tuple(_of_figures(hand, hands, reach, chance)))


def _hands(game: Game, options: Mapping[str, Any], chance: random.Random) -> Iterator[Hand]:
    """Yield a batch of won hands of which everything that counts can be seen."""
    from hw_sim.players import NoHandError  # a kiosk starts without it

    overrides = {name: value for name, value in options.items() if value != game.defaults[name]}
    hands = _of_tiles(game, overrides, chance) if isinstance(game, Ruleset) else ()
    if isinstance(game, PlayGame):
        hands = map(_make_play_hand, played_records(game, overrides, chance))
    with suppress(NoHandError):
        yield from islice(filter(None, islice(hands, TRIES)), BATCH)


def _of_tiles(
    game: Ruleset, overrides: Mapping[str, Any], chance: random.Random
) -> Iterator[Hand | None]:
    """Yield hands without end; nothing for one that does not stand alone."""
    from hw_sim.players import HandSpec, winning_record

    spec = HandSpec(options=overrides, further=())
    while True:
        yield _alone(game, winning_record(game, chance, spec))


def _make_play_hand(record: Json) -> Hand | None:
    """Return the hand of cards or dominoes of *record*; nothing where nobody gains by it."""
    settlement = rules.settle(record)
    gain = max(settlement.net)
    winner = settlement.net.index(gain)
    win = next((one for one in settlement.wins if one.seat == winner), None)
    if gain <= 0 or win is None:
        return None
    items = tuple(item.id for item in win.items)
    return Hand(record, winner, gain, items, _figures(win.to_json(), gain))


def _alone(game: Ruleset, record: Json) -> Hand | None:
    """Return the winner's hand of *record*, the others' taken away; nothing where that fails."""
    (win,) = record["wins"]
    mine = record["seats"][win["seat"]]
    if win.get("facts") or mine.get("facts"):
        return None
    others = unready_hands(game, options_of(record), _codes(record, win), len(record["seats"]) - 1)
    seats = [mine if seat == win["seat"] else others.pop() for seat in range(len(record["seats"]))]
    alone = {**record, "seats": seats}
    try:
        settlement = rules.settle(alone)
    except RecordError:
        return None  # a robbed kong lies nowhere now
    gain, settled_win = settlement.net[win["seat"]], settlement.wins[0]
    items = tuple(item.id for item in settled_win.items)
    figures = _figures(settled_win.to_json(), gain)
    return Hand(alone, win["seat"], gain, items, figures) if gain > 0 else None


def _figures(win: Json, gain: int) -> tuple[tuple[str, int], ...]:
    """Return the han, and where no limit is paid the fu; else the score, if it is not paid as such.

    A yakuman has neither: it is paid at once.
    """
    if "han" in win:
        names = ("han",) if win["limit"] else ("han", "fu")
        return tuple((name, win[name]) for name in names if win[name])
    return ((win["unit"], win["score"]),) if 0 < win["score"] != gain else ()


def options_of(record: Json) -> dict[str, Any]:
    """Return the house rules that *record* was played by."""
    return {**rules.ruleset(record["ruleset"]).defaults, **record.get("options", {})}


def _codes(record: Json, win: Json) -> list[str]:
    """Return every tile that the winner has or that was turned up."""
    mine, deal = record["seats"][win["seat"]], record["deal"]
    rows = [mine["hand"], mine["flowers"], mine["aside"], win["tile"]]
    rows += [meld["tiles"] for meld in mine["melds"]]
    rows += [*deal["indicators"], *deal["hidden_indicators"]]
    return [CODES[tile] for row in rows for tile in parse(row or "")]


def _of_level(hands: Sequence[Hand], level: str, chance: random.Random) -> Hand:
    """Return one of *hands*, which stand in rising order: of the *level*'s sort."""
    usual = round(len(hands) * USUAL)
    if level == "usual":
        return chance.choice(hands[:usual])
    if level == "large":
        return chance.choice(hands[usual:])
    often = Counter(element for hand in hands for element in set(hand.elements))
    return min(hands, key=lambda hand: min((often[one] for one in hand.elements), default=BATCH))


def _answers(hand: Hand, hands: Sequence[Hand], chance: random.Random) -> Iterator[int]:
    """Yield amounts near the right one: what else the hand could have been, what others are."""
    wins = () if "play" in hand.record else rules.what_else(hand.record)
    near = {hand.gain + one.difference for other in wins for one in other.alternatives}
    others = sorted({one.gain for one in hands}, key=lambda gain: abs(gain - hand.gain))
    pool = [*sorted(near), *others[:OFFERED], 2 * hand.gain, 3 * hand.gain, 4 * hand.gain]
    wrong = [gain for gain in dict.fromkeys(pool) if gain != hand.gain]
    sample = chance.sample(wrong[: 2 * OFFERED], min(OFFERED, len(wrong)))
    yield from sorted([hand.gain, *sample])


def _of_figures(
    hand: Hand,
    hands: Sequence[Hand],
    reach: Mapping[str, Sequence[int | str]],
    chance: random.Random,
) -> Iterator[tuple[int, ...]]:
    """Yield for each figure of *hand* numbers near the right one: of its fellows, and by steps.

    *reach* is what a figure can be at all, where that is known.
    """
    for name, right in hand.figures:
        others = {number for one in hands for figure, number in one.figures if figure == name}
        grains = (one for one in GRAINS if right % one == 0 and right >= LEAST_GRAINS * one)
        grain = next(grains, 1)
        steps = [right + grain * step for step in (-1, 1, -2, 2, 3, 4, 5)]
        near = sorted(others, key=lambda number: abs(number - right))[: OFFERED + 1]
        able = reach.get(name) or range(1, 2 * right + 2 * OFFERED * grain)
        wrong = [one for one in dict.fromkeys((*near, *steps)) if one in able and one != right]
        few = min(OFFERED, len(wrong))
        yield tuple(sorted([right, *chance.sample(wrong[: 2 * OFFERED - 2], few)]))


@bp.get("/drill")
def games() -> ResponseReturnValue:
    """Show the games whose hands can be scored: all of them."""
    return render_template("games.html", shelves=group_games(words()), to="drill.show")


@bp.get("/drill/<ruleset>")
def show(ruleset: str) -> ResponseReturnValue:
    """Show a hand to be scored, and once an amount was tapped, how it is computed."""
    if ruleset not in rules.rulesets():
        abort(404)
    game = rules.ruleset(ruleset)
    t, args = words(ruleset), request.args
    level = args.get("level", LEVELS[0])
    seed, streak = (args.get(name, 0, type=int) for name in ("seed", "streak"))
    if level not in LEVELS or not seed:
        level = level if level in LEVELS else LEVELS[0]
        seed = 1 + secrets.randbelow(SEEDS)
        start: dict[str, Any] = {"level": level, "seed": seed, "streak": streak}
        return redirect(url_for(".show", ruleset=ruleset, **start, steps=args.get("steps")), 303)
    drill = make_drill(game, options_in_force(game), level, seed)
    if drill is None:
        abort(404)
    here: dict[str, Any] = {"ruleset": ruleset, "level": level, "seed": seed, "streak": streak}
    answers = {name: args.get(name, type=int) for name, _ in drill.hand.figures}
    by_steps = {"steps": 1, **answers} if args.get("steps") else {}
    steps = view_steps(drill, here | by_steps, t) if by_steps else ()
    answer = args.get("answer", type=int)
    is_right = answer == drill.hand.gain and all(one.is_right for one in steps)
    streak = streak if answer is None else streak + 1 if is_right else 0
    return render_template(
        "drill.html",
        game=view_game(ruleset, t),
        levels=[Choice(one, t(f"ui.drill.level.{one}"), one == level) for one in LEVELS],
        drill=drill,
        level=level,
        seed=seed,
        streak=streak,
        next_seed=seed % SEEDS + 1,
        answer=answer,
        is_right=is_right,
        steps=steps,
        step=next((one for one in steps if one.is_open), None),
        here=here | by_steps,
        other_way=url_for(".show", **here, steps=None if by_steps else 1),
        **view_hand(drill.hand, t),
    )


def view_steps(drill: Drill, here: Mapping[str, Any], t: Catalogue) -> tuple[StepView, ...]:
    """Return the figures of a drill, those that the address *here* answers closed."""
    steps = []
    for (name, right), answers in zip(drill.hand.figures, drill.of_figures, strict=True):
        keys = (f"ui.figure.{name}.key", "ui.figure.key")
        choices = [
            (t(*keys, count=number(one)), url_for(".show", **{**here, name: one}))
            for one in answers
        ]
        question = t("ui.drill.figure", figure=t(f"ui.figure.{name}"))
        answer, label = here.get(name), t(*keys, count=number(right))
        steps.append(
            StepView(name, question, label, answer is None, answer == right, tuple(choices))
        )
    return tuple(steps)


def view_hand(hand: Hand, t: Catalogue) -> PageData:
    """Return the hand in words, and how its amount is computed."""
    record = hand.record
    settlement: Json = rules.settle_json(record)
    game, seats = rules.ruleset(record["ruleset"]), range(len(settlement["net"]))
    is_tiles = not isinstance(game, PlayGame)
    by_number = tuple(name_of((), seat, t) for seat in seats)
    names = names_by_wind(record, t) if is_tiles else by_number
    before = standing_before(record, len(names))
    hand_view = SettlementWords(record, settlement, before, names, t).view()
    return {
        "name": names[hand.winner],
        "standing": view_standing(record["ruleset"], before, 1, t).words,
        "settled": hand_view,
        "scores": hand_view.wins[:1] if is_tiles else (*hand_view.wins, *hand_view.losers),
        "paid": _group_payments(hand_view.payments),
        **(_view_tiles(hand, names, t) if is_tiles else view_play(record, names, t)),
    }


def _view_tiles(hand: Hand, names: Sequence[str], t: Catalogue) -> PageData:
    """Return the tiles of the winner, and what was said of them."""
    record, seat = hand.record, hand.winner
    (win,) = record["wins"]
    return {
        "how": way_words(win, names, t),
        "said": remark_words(record, win, t),
        "lies": lying_tiles(record, seat),
        "tile_won": win["tile"],
        "apart": tiles_apart(record, seat),
    }


def _group_payments(payments: Sequence[PaymentView]) -> list[PageData]:
    """Return what is paid, one row for all who pay the same."""
    rows: dict[tuple[object, ...], list[str]] = {}
    for one in payments:
        alike = (one.payee, one.amount, one.reason, one.explained.formula)
        rows.setdefault(alike, []).append(one.payer)
    names = ("payee", "amount", "reason", "formula")
    return [
        {"payers": ", ".join(payers), **dict(zip(names, alike, strict=True))}
        for alike, payers in rows.items()
    ]
