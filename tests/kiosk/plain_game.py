"""A game simple enough to be settled in one's head, and a table to play it at.

It stands at the seam of the session's `Engine`, so that tests of session, ledger and service say
their figures themselves: a discard costs its giver 10, a self-drawn win costs everyone 10, who
declared `ready` lays 1 in the pot, and the winner takes the pot. The banker's post passes unless
the banker wins; the session is over after two rounds.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

from kiosk.session import (
    DraftChanged,
    Event,
    Part,
    Place,
    ReadingRequest,
    State,
    TableRequest,
    apply,
    step,
)
from kiosk.session import commands as c
from kiosk.session.events import PlayerId
from rules.errors import UnknownRulesetError
from rules.ruleset import Fact, Ruleset, choice, full_set

PLAYERS = tuple(PlayerId(f"p{number}") for number in range(1, 5))
HAND = "123m456p789s1122z"
"""Thirteen tiles that win on `2z`."""


class PlainGame(Ruleset):
    """The game's data; `PlainEngine` settles its hands."""

    id = "plain"
    native = "平"
    name = "plain game"
    family = "none"
    tiles = full_set()
    options = (choice("stake", 10, 20),)
    declared = ("ready",)
    marks = ("last_tile", "last_discard")
    win_facts: ClassVar[tuple[Fact, ...]] = (Fact("fresh"),)
    seat_facts = (Fact("stakes", "int"),)
    incidents = ("false_win",)
    start_score = 100
    dice = 2


class EndlessGame(PlainGame):
    """The same game, in which play goes on after a win."""

    plays_on = True
    win_facts = (Fact("separate"), Fact("fresh"))


class PlainEngine:
    """The rules of the plain game; `failing` makes it break down as a bug would."""

    def __init__(self, game: type[PlainGame] = PlainGame) -> None:
        self.failing = False
        self.game = game()

    def ruleset(self, name: str, /) -> Ruleset:
        """Return the one game."""
        if name != "plain":
            raise UnknownRulesetError(f"there is no game {name}", where="ruleset")
        return self.game

    def break_wall(self, name: str, /, banker: int = 0, dice: Any = (), options: Any = None) -> Any:
        """Return the wall counted off by the first throw; two throws are needed."""
        assert name == "plain"
        assert options is not None
        if len(dice) < 2:
            return {"throws_needed": 2, "throwers": [banker, banker]}
        return {"wall": (banker + sum(dice[0]) - 1) % 4, "after": sum(dice[1]), "indicator": None}

    def settle_json(self, data: object, /) -> dict[str, Any]:
        """Return the settlement, or every hand that has not thirteen tiles."""
        if self.failing:
            raise ZeroDivisionError("a slip in the rules")
        record = cast("dict[str, Any]", data)
        problems = [
            {
                "code": "bad_tiles",
                "message": "a hand has 13 tiles",
                "where": f"seats[{win['seat']}].hand",
            }
            for win in record["wins"]
            if _count(record["seats"][win["seat"]]) != 13
        ]
        if problems:
            return {"error": {**problems[0], "problems": problems}}
        return _settlement(record)


def _count(seat: dict[str, Any]) -> int:
    digits: int = sum(character.isdecimal() for character in seat["hand"] or "")
    melds: int = len(seat["melds"])
    return digits + 3 * melds


def _settlement(record: dict[str, Any]) -> dict[str, Any]:
    stake = record["options"].get("stake", 10)
    payments = [
        _row(seat, "pot", 1, "ready")
        for seat, each in enumerate(record["seats"])
        if "ready" in each["declared"]
    ]
    pot = record["state"]["carry"].get("pot", 0) + len(payments)
    for win in record["wins"]:
        losers = [win["from"]] if "from" in win else [s for s in range(4) if s != win["seat"]]
        payments += [_row(loser, win["seat"], stake, "win") for loser in losers]
    if record["wins"] and pot:
        payments.append(_row("pot", record["wins"][0]["seat"], pot, "pot"))
        pot = 0
    net = [0, 0, 0, 0]
    for payment in payments:
        for party, sign in ((payment["from"], -1), (payment["to"], 1)):
            if party != "pot":
                net[party] += sign * payment["amount"]
    return {
        "ruleset": "plain",
        "net": net,
        "payments": payments,
        "wins": [{"seat": win["seat"], "score": stake, "items": []} for win in record["wins"]],
        "next": _next(record, pot),
    }


def _row(payer: object, payee: object, amount: int, reason: str) -> dict[str, Any]:
    return {"from": payer, "to": payee, "amount": amount, "for": reason}


def _next(record: dict[str, Any], pot: int) -> dict[str, Any]:
    before = SimpleNamespace(**record["state"])
    carry = {"pot": pot}
    if any(win["seat"] == before.banker for win in record["wins"]) or not record["wins"]:
        stays = {"banker": before.banker, "round": before.round, "repeats": before.repeats + 1}
        return {**stays, "carry": carry, "over": False}
    banker = (before.banker + 1) % 4
    turn = before.round + (banker == 0)
    return {"banker": banker, "round": turn, "repeats": 0, "carry": carry, "over": turn > 2}


OPEN = c.OpenSession("plain", PLAYERS)


def hand_of(seat: int) -> Place:
    """Return the place of a seat's concealed tiles."""
    return Place(Part.HAND, seat)


class Sitting:
    """A session folded in memory: commands in, events out."""

    def __init__(self, game: type[PlainGame] = PlainGame) -> None:
        self.engine = PlainEngine(game)
        self.state = State()
        self.seq = 0

    def do(self, *commands: c.Command) -> tuple[Event, ...]:
        """Carry the commands out one after another; return the last one's events."""
        events: tuple[Event, ...] = ()
        for command in commands:
            events = step(self.state, command, self.engine)
            beside = (DraftChanged, TableRequest, ReadingRequest)
            self.seq += sum(not isinstance(event, beside) for event in events)
            for event in events:
                self.state = apply(self.state, event, self.seq)
        return events

    def totals(self) -> tuple[int, ...]:
        """Return the scores shown."""
        assert self.state.session is not None
        return self.state.session.standing.totals


def win(seat: int, giver: int | None = None) -> tuple[c.Command, ...]:
    """Return the taps of one hand that *seat* wins, from the deal to Confirm."""
    by = "self_draw" if giver is None else "discard"
    return (
        c.StartPlay(),
        c.CallWin(seat),
        c.SayWho((c.Claim(seat, by, giver),)),
        c.EnterByHand(),
        c.WriteRow(hand_of(seat), HAND),
        c.WinOn(seat, "2z"),
        c.Settle(),
        c.ConfirmHand(),
    )


def draw(*ready: int) -> tuple[c.Command, ...]:
    """Return the taps of a drawn hand in which these seats had declared ready."""
    declared = tuple(c.Declare(seat, "ready") for seat in ready)
    return (c.StartPlay(), *declared, c.CallDraw(), c.Settle(), c.ConfirmHand())
