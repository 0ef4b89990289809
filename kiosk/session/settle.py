"""What a hand pays, by the rules or as people type it, and what follows it then.

`Engine` is what the session asks of the rules; the module `rules` is the one that answers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import metadata
from operator import add
from typing import Any, Final, Protocol

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session.answers import SayReady
from kiosk.session.corrections import correct
from kiosk.session.draft import Draft, Stage
from kiosk.session.events import POT, check_net
from kiosk.session.readiness import UNSAID, lacks_ready
from kiosk.session.record import hand_record
from kiosk.session.repairs import TypePayments
from kiosk.session.shapes import Json
from kiosk.session.state import Session, Standing
from rules.errors import Problem
from rules.game import Game
from rules.reasons import problem_from_json

log = logging.getLogger(__name__)


@cache
def engine_version() -> str:
    """Return the version of this program, by which a session's rules are known later."""
    try:
        return metadata.version("jantaku")
    except metadata.PackageNotFoundError:
        return "source"


class Engine(Protocol):
    """The rules as a whole."""

    def ruleset(self, name: str, /) -> Game:
        """Return the game with this id; raise an error with a `code` where there is none."""

    def settle_json(self, data: object, /) -> dict[str, Any]:
        """Return the settlement of *record* or `{"error": …}`."""

    def break_wall(
        self,
        name: str,
        /,
        banker: int = 0,
        dice: Sequence[Sequence[int]] = (),
        options: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return where the wall is broken, or how many throws are still needed."""


UNPAID: Final = ("draw", "abort")
"""Outcomes of a hand in which nobody need pay."""
EMPTY_SEAT: Final[Json] = {
    "hand": None,
    "melds": [],
    "flowers": [],
    "aside": [],
    "declared": [],
    "facts": {},
}


def next_by_rules(record: Json, banker: int | None, engine: Engine) -> Json:
    """Return what the rules say follows the hand of *record*; empty where they cannot say.

    Where people named the next *banker*, only what leads to that one counts. Of a hand that
    nobody won, and whose tiles settle to nothing, the rules still know what a draw does.
    """
    follow_ups = (one for one in _followups(record, engine) if banker in (None, one["banker"]))
    return next(follow_ups, {})


def _followups(record: Json, engine: Engine) -> Iterator[Json]:
    """Yield what follows the hand as it was told, else an unpaid one that ended likewise."""
    reply = _answer(record, engine)
    if reply is not None:
        yield reply["next"]
    elif record["outcome"] in UNPAID:
        yield from _unpaid_follow_ups(record, engine, (record["outcome"],))


def _answer(record: Json, engine: Engine) -> Json | None:
    """Return what *record* comes to; `None` where the rules refuse it, or break down on it.

    Then they say nothing: people may be typing because of just that.
    """
    try:
        reply = engine.settle_json(record)
    except Exception:
        log.exception("the engine failed ruleset=%s", record["ruleset"])
        return None
    return None if "error" in reply else reply


def is_last(table: Json, following: Json, engine: Engine) -> bool:
    """Return whether a hand that leads to *following* ends the session by its rules.

    *table* has `ruleset`, `options` and the `state` before the hand, with the scores after it.
    """
    next_hand = _likewise(table, following, engine)
    if next_hand:
        return bool(next_hand.get("over"))
    rounds = _rounds(table, engine)
    return bool(rounds) and following["round"] > rounds


def result_by_rules(table: Json, following: Json, engine: Engine) -> Json:
    """Return `final` and `final_parts` of a session that a hand to *following* ends, if it has any.

    *table* is as in `is_last`.
    """
    next_hand = _likewise(table, following, engine)
    return {name: next_hand[name] for name in ("final", "final_parts") if name in next_hand}


def _likewise(table: Json, following: Json, engine: Engine) -> Json:
    """Return what follows an unpaid hand that leads to the banker of *following*, if one does."""
    follow_ups = _unpaid_follow_ups(table, engine)
    return next((one for one in follow_ups if one["banker"] == following["banker"]), {})


def _rounds(table: Json, engine: Engine) -> int:
    """Return how many rounds the session has; 0 where it ends otherwise or never."""
    game = engine.ruleset(table["ruleset"])
    return game.rounds_for({**game.defaults, **table["options"]})


def _unpaid_follow_ups(
    table: Json, engine: Engine, outcomes: Sequence[str] = UNPAID
) -> Iterator[Json]:
    """Yield what follows a hand in which nobody pays, for each such hand that the rules know."""
    if engine.ruleset(table["ruleset"]).plays:
        return
    seats = [EMPTY_SEAT for _ in table["state"]["scores"]]
    deal: dict[str, Any] = {"indicators": [], "hidden_indicators": [], "dice": []}
    for outcome in outcomes:
        hand = {"deal": deal, "seats": seats, "outcome": outcome, "wins": [], "incidents": []}
        reply = _answer({**table, **hand}, engine)
        if reply is not None and not any(reply["net"]):
            yield reply["next"]


MOST: Final = 10_000_000
"""Points that one seat can gain or lose by typing."""
MAX_NOTE: Final = 60


def even_out(net: Sequence[int], parties: Sequence[int | str], reason: str) -> list[dict[str, Any]]:
    """Return few payments that bring each of *parties* its share of *net*; the sum must be 0."""
    left, rows = list(net), []
    while any(left):
        payer, payee = left.index(min(left)), left.index(max(left))
        amount = min(-left[payer], left[payee])
        rows.append({"from": parties[payer], "to": parties[payee], "amount": amount, "for": reason})
        left[payer] += amount
        left[payee] -= amount
    return rows


def verify_typed(session: Session, command: TypePayments, game: Game) -> None:
    """Raise `Refused` unless the points balance and the table can go on from there."""
    seats = len(session.players)
    figures = (*command.net, command.pot)
    if len(command.net) != seats or any(abs(points) > MOST for points in figures):
        what = f"{seats} figures of at most {MOST:,} points are needed"
        raise Refused("bad_payments", what, where="net")
    if sum(figures):
        raise Refused("not_balanced", f"{sum(figures):+,} points too many", where="net")
    _verify_prizes(session, command, game)
    if command.banker is not None and not 0 <= command.banker < seats:
        raise Refused("no_such_seat", f"there is no seat {command.banker}", where="banker")
    if len(command.note) > MAX_NOTE:
        raise Refused("bad_payments", f"a note has up to {MAX_NOTE} letters", where="note")
    for name, value in command.carry.items():
        is_counter = type(game.carry.get(name)) is int
        problem = game.counter_problem(name, value) if is_counter else "is no counter of this game"
        if problem:
            raise Refused("bad_payments", f"{name} {problem}", where=f"carry.{name}")


def _verify_prizes(session: Session, command: TypePayments, game: Game) -> None:
    """Raise `Refused` unless the prizes balance in a game that has some."""
    if not command.prizes:
        return
    is_fit = len(command.prizes) == len(session.players)
    if not is_fit or not prize_unit(game, session.options):
        raise Refused("bad_payments", "this game has no such prizes", where="prizes")
    if sum(command.prizes) or any(abs(points) > MOST for points in command.prizes):
        raise Refused("not_balanced", "the prizes do not add up to 0", where="prizes")


def prize_unit(game: Game, options: Json) -> str:
    """Return in what *game* pays prizes (祝儀) with these *options*; nothing where it does not."""
    return game.prize_unit({**game.defaults, **options})


def typed_of(command: TypePayments) -> dict[str, Any]:
    """Return what was typed as draft and settlement keep it."""
    return {
        "net": list(command.net),
        "pot": command.pot,
        "banker": command.banker,
        "carry": dict(command.carry),
        "why": command.why,
        "note": command.note.strip(),
        "over": command.over,
        "prizes": list(command.prizes),
    }


def typed_settlement(record: Json, before: Standing, entry: Json, engine: Engine) -> dict[str, Any]:
    """Return the settlement of the hand of *record*, typed as *entry*, played from *before*.

    Its `typed` says that no rule stands behind it. What follows is as the rules say of the hand as
    it was told, where they can and people do not say otherwise.
    """
    parties = [*range(len(entry["net"])), str(POT)]
    following = _next(before, entry, next_by_rules(record, entry["banker"], engine))
    game = engine.ruleset(record["ruleset"])
    if game.counts_winners({**game.defaults, **record["options"]}):
        winners = {win["seat"] for win in record.get("wins", ())}
        following["winners"] = sorted({*before.winners, *winners})
    prizes = _prizes(record, entry, game)
    after = _after(before, entry, prizes.get("prize_net", ()), following.get("winners", ()))
    table = {
        "ruleset": game.id,
        "options": dict(record["options"]),
        "state": after.to_state(before.banker),
    }
    over = entry.get("over")
    if over is None:
        over = is_last(table, following, engine)
    if over:
        following |= result_by_rules(table, following, engine)
    return {
        "ruleset": record["ruleset"],
        "net": list(entry["net"]),
        "payments": even_out([*entry["net"], entry["pot"]], parties, "typed"),
        **prizes,
        "wins": [],
        "next": {**following, "over": over},
        "typed": dict(entry),
    }


def _after(
    before: Standing, entry: Json, prizes: Sequence[int], winners: Sequence[int]
) -> Standing:
    """Return *before* with *entry*: the table after the hand, its banker still leading."""
    return replace(
        before,
        totals=tuple(map(add, before.totals, entry["net"])),
        carry={**before.carry, **entry["carry"]},
        prizes=before.prizes_with(prizes),
        winners=tuple(winners),
    )


def _prizes(record: Json, entry: Json, game: Game) -> dict[str, Any]:
    """Return the prizes as typed; a game without them has none to write."""
    unit = prize_unit(game, record["options"])
    if not unit:
        return {}
    net = list(entry.get("prizes") or [0] * len(entry["net"]))
    prizes = {"prizes": even_out(net, range(len(net)), "typed"), "prize_net": net}
    return prizes if unit == "points" else {**prizes, "prize_unit": unit}


def _next(before: Standing, entry: Json, by_rules: Json) -> dict[str, Any]:
    """Return the next hand: *by_rules* where that says it, else by who was said to be banker.

    The counters are those that were said, then those of the rules, then those of before.
    """
    if by_rules:
        fields = {name: by_rules[name] for name in ("banker", "round", "repeats")}
        return {**fields, "carry": {**by_rules["carry"], **entry["carry"]}}
    banker = before.banker if entry["banker"] is None else entry["banker"]
    stays = banker == before.banker
    comes_round = not stays and banker == 0 and before.banker == len(before.totals) - 1
    return {
        "banker": banker,
        "round": before.round + comes_round,
        "repeats": before.repeats + 1 if stays else 0,
        "carry": {**before.carry, **entry["carry"]},
    }


def settle_draft(session: Session, draft: Draft, engine: Engine) -> Draft:
    """Return *draft* with the settlement to be shown, or at review with what is wrong."""
    reply = answer(session, draft, engine)
    if "error" in reply:
        return replace(draft, problems=_problems(reply["error"]), settlement={})
    return replace(draft, stage=Stage.SETTLEMENT, settlement=reply, problems=())


def answer(session: Session, draft: Draft, engine: Engine) -> dict[str, Any]:
    """Return the engine's answer, or what was typed in its place.

    A failure of the engine itself is an answer too.

    The catch is wide on purpose: whatever breaks inside a game's rules, the hand that four people
    have just played must stay on the screen.
    """
    record = hand_record(session, draft)
    if draft.typed:
        return typed_settlement(record, session.standing, draft.typed, engine)
    try:
        reply = engine.settle_json(record)
        if "error" not in reply:
            check_net(reply)
    except Exception as failure:
        log.exception("the engine failed ruleset=%s", session.ruleset)
        return {"error": {"code": "engine_failed", "message": repr(failure), "where": ""}}
    return reply


def _problems(error: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the engine's problems, all of them, in reading order."""
    problems = error.get("problems") or (error,)
    return tuple(problem_from_json(problem) for problem in problems)


def with_settlement(session: Session, draft: Draft, command: c.Command, engine: Engine) -> Draft:
    """Return *draft* with the settlement that *command* shows, or at review with what is wrong.

    Raise `Refused` where what is shown could not be settled any more after a correction.
    """
    at_review = replace(draft, stage=Stage.REVIEW)
    match command:
        case TypePayments():
            return settle_draft(session, replace(at_review, typed=typed_of(command)), engine)
        case c.Settle() if lacks_ready(draft, engine.ruleset(session.ruleset)):
            return replace(at_review, problems=(UNSAID,), settlement={})
        case c.Settle():
            return settle_draft(session, replace(at_review, typed={}), engine)
        case SayReady():
            return settle_draft(session, correct(at_review, command), engine)
        case c.ConfirmHand():
            return draft
        case _:
            assert isinstance(command, c.Correction)
            next_draft = settle_draft(session, correct(at_review, command), engine)
            if next_draft.stage is not Stage.SETTLEMENT:
                what = "the hand could not be settled with that"
                raise Refused("does_not_fit", what, where="stage")
            return next_draft
