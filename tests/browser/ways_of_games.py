"""Ways through games that are not four people with tiles: cards, many seats, many wins."""

from __future__ import annotations

import random
from typing import Any

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import played_record
from kiosk.session import Stage
from kiosk.session.answers import SayReady
from kiosk.session.commands import (
    CallAbort,
    CallDraw,
    CallWin,
    Claim,
    CloseSession,
    ConfirmHand,
    EndPlay,
    EnterByHand,
    ForgetIncident,
    GoBack,
    LayMeld,
    NoteDice,
    NoteIncident,
    SayPlay,
    SayWho,
    SeatFact,
    Settle,
    StartPlay,
    TakeReading,
    WinFact,
    WriteRow,
)
from kiosk.session.draft import Part, Place
from tests.browser.conftest import Served
from tests.browser.ways import Screen, Way, do
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.test_many_seats import NAMES, sit_down
from tests.kiosk.web.views.test_replay import kept
from tests.kiosk.web.views.test_traces import barred_and_staked
from tests.kiosk.web.views.test_watch import at_play
from tests.kiosk.web.views.test_watch_cards import at_play as deal_cards
from tests.kiosk.web.views.test_watch_cards import watched_to_the_end

BOMBS = [
    {"seat": at % 4, "cards": [f"{rank}{suit}" for suit in "SSHD"]}
    for at, rank in enumerate("3456789")
]
SEATS = {"mushi": 2, "sakura": 3, "tien-gow": 4, "shuangkou": 4}


def cards(served: Served) -> Way:
    """Play games without tiles, told by touch, up to what they pay."""
    for game, seats in SEATS.items():
        yield Screen(f"{game} drill", f"/drill/{game}?level=usual&seed=7")
        yield Screen(f"{game} drill answered", f"/drill/{game}?level=large&seed=7&answer=1")
        _sit_at_cards(served, game, seats)
        yield Screen(f"{game} table")
        do(served, StartPlay())
        if game == "tien-gow":
            yield Screen(f"{game} hand")
        if getattr(rules.ruleset(game), "compares", False):
            yield Screen(f"{game} check", "/check-play/")
        do(served, EndPlay())
        yield Screen(f"{game} review")
        do(served, SayPlay(_told(served, game)), Settle())
        yield Screen(f"{game} settlement")
        do(served, GoBack(Stage.REVIEW))
        yield Screen(f"{game} told")
        if game == "shuangkou":
            do(served, SayPlay({"finish": [0, 2], "bombs": BOMBS}))
            yield Screen("many bombs")
        do(served, Settle(), ConfirmHand())
        do(served, CloseSession())
    _sit_at_cards(served, "mushi", 2)
    do(served, StartPlay(), CallAbort())
    yield Screen("mushi dealt again")


def _sit_at_cards(served: Served, game: str, seats: int) -> None:
    """Let so many begin a game of cards."""
    someone = served.visitor().go(f"/new/{game}/seats?seated={seats}")
    someone.tap("Start", name=list(NAMES[:seats]))


def _told(served: Served, game: str) -> dict[str, Any]:
    """Return a hand that might have been played, as it is told."""
    session = served.service.view().session
    assert session is not None
    standing = session.standing
    state = {
        "banker": standing.banker,
        "round": standing.round,
        "repeats": standing.repeats,
        "scores": list(standing.totals),
        "carry": dict(standing.carry),
    }
    given = HandSpec(options=session.options, state=state)
    told: dict[str, Any] = played_record(game, random.Random(1), given)[1]["play"]
    return told


def _guided(served: Served) -> Way:
    """Be led through seats by tiles, a kong's dice, flowers, and the exchange of three tiles."""
    served.sit_down("wuhan")
    yield Screen("offered seats by tiles")
    yield Screen("tiles for seats", "/guide/seats?tile=9p&tile=1z&tile=1z")
    yield Screen("equal tiles for seats", "/guide/seats?tile=9p&tile=1z&tile=1z&tile=3s")
    yield Screen("seats by tiles", "/guide/seats?tile=9p&tile=1z&tile=2z&tile=3s")
    do(served, CloseSession())
    served.sit_down("changsha")
    do(served, StartPlay())
    yield Screen("playing with a guide")
    yield Screen("kong by dice", "/guide/supplement?die=3")
    yield Screen("kong by two dice", "/guide/supplement?die=3&die=5")
    do(served, GoBack(Stage.TABLE), CloseSession())
    served.sit_down("taiwan")
    do(served, StartPlay())
    yield Screen("flowers first", "/guide/flowers")
    do(served, GoBack(Stage.TABLE), CloseSession())
    served.sit_down("yichang")
    do(served, NoteDice((4,)), StartPlay())
    yield Screen("exchange", "/guide/exchange")
    served.visitor().go("/guide/exchange").tap("5")
    yield Screen("exchange with its die", "/guide/exchange")
    do(served, GoBack(Stage.TABLE), CloseSession())


def _taking_turns(served: Served) -> Way:
    """Play Sakura with one person, and with four, more than there are seats."""
    yield Screen("seats of 8", "/new/sakura/seats?seated=8")
    _sit_at_cards(served, "sakura", 5)
    do(served, StartPlay())
    yield Screen("hand that one sits out")
    do(served, EndPlay(), SayPlay(_told(served, "sakura")), Settle(), ConfirmHand())
    yield Screen("someone comes in")
    served.visitor().go("/guide/sitting_out").tap("We sit like this")
    yield Screen("someone has come in")
    do(served, CloseSession())
    _sit_at_cards(served, "sakura", 8)
    do(served, StartPlay(), EndPlay(), SayPlay(_told(served, "sakura")), Settle(), ConfirmHand())
    yield Screen("which four sit out", "/guide/sitting_out")
    yield Screen("ledger of 8", "/ledger/")
    yield Screen("repairs of 8", "/repair/")
    do(served, CloseSession())


def tables(served: Served) -> Way:
    """Sit down in other numbers than four, win more than once, and come to the end."""
    for seats in (3, 5, 6, 9):
        sit_down(served, "zero-rule", seats)
        if seats == NINE:
            yield Screen(f"table of {seats}")
        do(served, StartPlay())
        yield Screen(f"playing of {seats}")
        if seats == NINE:
            do(served, CallWin(1))
            yield Screen(f"outcome of {seats}")
            do(served, SayWho((Claim(1, "discard", 0),)), EnterByHand())
            yield Screen(f"review of {seats}")
            do(served, GoBack(Stage.PLAYING))
        do(served, GoBack(Stage.TABLE), CloseSession())
    served.sit_down("yichang")
    do(served, StartPlay(), SayWho((Claim(1, "discard", 0),)), SayWho((Claim(2, "self_draw"),)))
    yield Screen("many wins noted")
    do(served, GoBack(Stage.TABLE), CloseSession())
    yield from _guided(served)
    yield from _taking_turns(served)
    served.sit_down("taiwan")
    do(served, StartPlay(), SayWho((Claim(0, "self_draw"),)), EnterByHand())
    yield Screen("review with flowers")
    do(served, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    served.sit_down("singapore")
    do(served, StartPlay(), SayWho((Claim(0, "discard", 1),)), EnterByHand())
    do(served, LayMeld(0, "pung", "555z", "5z", 1), LayMeld(0, "chow", "234p", "2p", 3))
    do(served, WriteRow(Place(Part.FLOWERS, 0), "12f3a"), SeatFact(0, "dealt_bonus", "1f"))
    do(served, SeatFact(0, "flowers_before", ["1f", "1f2f3a"]), SeatFact(1, "warned", 2))
    yield Screen("review with facts")
    do(served, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    served.sit_down("qinghunpeng")
    do(served, StartPlay(), SayWho((Claim(0, "self_draw"),)), EnterByHand())
    do(served, WinFact(0, "missed", "1m9p"))
    yield Screen("review with tiles let go")
    do(served, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    yield from _asked(served)
    yield from _watched(served)
    yield from _to_the_end(served)


def _asked(served: Served) -> Way:
    """Look at a hand of which the table tells something with some doubt."""
    served.sit_down("riichi")
    do(served, StartPlay(), SayWho((Claim(3, "discard", 1),)), TakeReading(barred_and_staked()))
    yield Screen("review with questions")
    do(served, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())


def _watched(served: Served) -> Way:
    """Watch a hand of simulated players, and replay one that was confirmed."""
    at_play(served, "riichi")
    yield Screen("watched hand", "/watch")
    do(served, GoBack(Stage.TABLE), CloseSession())
    clock = SetClock()
    deal_cards(served, "sakura", clock)
    clock.pass_s(20)
    yield Screen("watched cards", "/watch")
    do(served, GoBack(Stage.TABLE), CloseSession())
    watched_to_the_end(served, "tien-gow")
    yield Screen("cards filled in")
    do(served, GoBack(Stage.TABLE), CloseSession())
    yield Screen("hand replayed", f"/ledger/{kept(served)}/replay")
    served.service.watcher = None
    do(served, CloseSession())


NINE = 9


def _to_the_end(served: Served) -> Way:
    """Play one short round of riichi."""
    served.sit_down("riichi", "rounds=1")
    do(served, StartPlay(), NoteIncident("chombo", 2))
    yield Screen("incident noted")
    do(served, ForgetIncident(0), GoBack(Stage.TABLE))
    while served.service.view().stage is not Stage.OVER:
        do(served, StartPlay(), CallDraw(), SayReady(()), ConfirmHand())
    yield Screen("over")
    do(served, CloseSession())
    yield Screen("long options", "/new/riichi")
    yield Screen("options by name", "/new/beijing")
    yield Screen("nine seats", "/new/zero-rule/seats?players=9")
