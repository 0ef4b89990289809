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
from tests.browser.conftest import Site
from tests.browser.ways import Screen, Way, do
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.test_many_seats import NAMES, sit_down
from tests.kiosk.web.views.test_replay import play_hand
from tests.kiosk.web.views.test_traces import read_barred_hand
from tests.kiosk.web.views.test_watch import at_play
from tests.kiosk.web.views.test_watch_cards import at_play as deal_cards
from tests.kiosk.web.views.test_watch_cards import watch_to_the_end

BOMBS = [
    {"seat": at % 4, "cards": [f"{rank}{suit}" for suit in "SSHD"]}
    for at, rank in enumerate("3456789")
]
SEATS = {"mushi": 2, "sakura": 3, "tien-gow": 4, "shuangkou": 4}


def walk_cards(site: Site) -> Way:
    """Play games without tiles, entered by touch, up to the settlement."""
    for game, seats in SEATS.items():
        yield Screen(f"{game} drill", f"/drill/{game}?level=usual&seed=7")
        yield Screen(f"{game} drill answered", f"/drill/{game}?level=large&seed=7&answer=1")
        _sit_at_cards(site, game, seats)
        yield Screen(f"{game} table")
        do(site, StartPlay())
        if game == "tien-gow":
            yield Screen(f"{game} hand")
        if getattr(rules.ruleset(game), "compares", False):
            yield Screen(f"{game} check", "/check-play/")
        do(site, EndPlay())
        yield Screen(f"{game} review")
        do(site, SayPlay(_make_play(site, game)), Settle())
        yield Screen(f"{game} settlement")
        do(site, GoBack(Stage.REVIEW))
        yield Screen(f"{game} told")
        if game == "shuangkou":
            do(site, SayPlay({"finish": [0, 2], "bombs": BOMBS}))
            yield Screen("many bombs")
        do(site, Settle(), ConfirmHand())
        do(site, CloseSession())
    _sit_at_cards(site, "mushi", 2)
    do(site, StartPlay(), CallAbort())
    yield Screen("mushi dealt again")


def _sit_at_cards(site: Site, game: str, seats: int) -> None:
    """Let *seats* people begin a game of cards."""
    visitor = site.visitor().go(f"/new/{game}/seats?seated={seats}")
    visitor.tap("Start", name=list(NAMES[:seats]))


def _make_play(site: Site, game: str) -> dict[str, Any]:
    """Return the play of a simulated hand, as people enter it."""
    session = site.service.view().session
    assert session is not None
    standing = session.standing
    state = {
        "banker": standing.banker,
        "round": standing.round,
        "repeats": standing.repeats,
        "scores": list(standing.totals),
        "carry": dict(standing.carry),
    }
    spec = HandSpec(options=session.options, state=state)
    play: dict[str, Any] = played_record(game, random.Random(1), spec)[1]["play"]
    return play


def _walk_guides(site: Site) -> Way:
    """Be led through seats by tiles, a kong's dice, flowers, and the exchange of three tiles."""
    site.sit_down("wuhan")
    yield Screen("offered seats by tiles")
    yield Screen("tiles for seats", "/guide/seats?tile=9p&tile=1z&tile=1z")
    yield Screen("equal tiles for seats", "/guide/seats?tile=9p&tile=1z&tile=1z&tile=3s")
    yield Screen("seats by tiles", "/guide/seats?tile=9p&tile=1z&tile=2z&tile=3s")
    do(site, CloseSession())
    site.sit_down("changsha")
    do(site, StartPlay())
    yield Screen("playing with a guide")
    yield Screen("kong by dice", "/guide/supplement?die=3")
    yield Screen("kong by two dice", "/guide/supplement?die=3&die=5")
    do(site, GoBack(Stage.TABLE), CloseSession())
    site.sit_down("taiwan")
    do(site, StartPlay())
    yield Screen("flowers first", "/guide/flowers")
    do(site, GoBack(Stage.TABLE), CloseSession())
    site.sit_down("yichang")
    do(site, NoteDice((4,)), StartPlay())
    yield Screen("exchange", "/guide/exchange")
    site.visitor().go("/guide/exchange").tap("5")
    yield Screen("exchange with its die", "/guide/exchange")
    do(site, GoBack(Stage.TABLE), CloseSession())


def _walk_sitting_out(site: Site) -> Way:
    """Play Sakura with one person, and with four, more than there are seats."""
    yield Screen("seats of 8", "/new/sakura/seats?seated=8")
    _sit_at_cards(site, "sakura", 5)
    do(site, StartPlay())
    yield Screen("hand that one sits out")
    do(site, EndPlay(), SayPlay(_make_play(site, "sakura")), Settle(), ConfirmHand())
    yield Screen("someone comes in")
    site.visitor().go("/guide/sitting_out").tap("We sit like this")
    yield Screen("someone has come in")
    do(site, CloseSession())
    _sit_at_cards(site, "sakura", 8)
    do(site, StartPlay(), EndPlay(), SayPlay(_make_play(site, "sakura")), Settle(), ConfirmHand())
    yield Screen("which four sit out", "/guide/sitting_out")
    yield Screen("ledger of 8", "/ledger/")
    yield Screen("repairs of 8", "/repair/")
    do(site, CloseSession())


def walk_tables(site: Site) -> Way:
    """Sit down in other numbers than four, win more than once, and come to the end."""
    for seats in (3, 5, 6, 9):
        sit_down(site, "zero-rule", seats)
        if seats == NINE:
            yield Screen(f"table of {seats}")
        do(site, StartPlay())
        yield Screen(f"playing of {seats}")
        if seats == NINE:
            do(site, CallWin(1))
            yield Screen(f"outcome of {seats}")
            do(site, SayWho((Claim(1, "discard", 0),)), EnterByHand())
            yield Screen(f"review of {seats}")
            do(site, GoBack(Stage.PLAYING))
        do(site, GoBack(Stage.TABLE), CloseSession())
    site.sit_down("yichang")
    do(site, StartPlay(), SayWho((Claim(1, "discard", 0),)), SayWho((Claim(2, "self_draw"),)))
    yield Screen("many wins noted")
    do(site, GoBack(Stage.TABLE), CloseSession())
    yield from _walk_guides(site)
    yield from _walk_sitting_out(site)
    site.sit_down("taiwan")
    do(site, StartPlay(), SayWho((Claim(0, "self_draw"),)), EnterByHand())
    yield Screen("review with flowers")
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    site.sit_down("singapore")
    do(site, StartPlay(), SayWho((Claim(0, "discard", 1),)), EnterByHand())
    do(site, LayMeld(0, "pung", "555z", "5z", 1), LayMeld(0, "chow", "234p", "2p", 3))
    do(site, WriteRow(Place(Part.FLOWERS, 0), "12f3a"), SeatFact(0, "dealt_bonus", "1f"))
    do(site, SeatFact(0, "flowers_before", ["1f", "1f2f3a"]), SeatFact(1, "warned", 2))
    yield Screen("review with facts")
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    site.sit_down("qinghunpeng")
    do(site, StartPlay(), SayWho((Claim(0, "self_draw"),)), EnterByHand())
    do(site, WinFact(0, "missed", "1m9p"))
    yield Screen("review with tiles let go")
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    yield from _walk_questions(site)
    yield from _walk_watches(site)
    yield from _walk_to_the_end(site)


def _walk_questions(site: Site) -> Way:
    """Look at the review of a hand whose reading leaves some doubt."""
    site.sit_down("riichi")
    do(site, StartPlay(), SayWho((Claim(3, "discard", 1),)), TakeReading(read_barred_hand()))
    yield Screen("review with questions")
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())


def _walk_watches(site: Site) -> Way:
    """Watch a hand of simulated players, and replay one that was confirmed."""
    at_play(site, "riichi")
    yield Screen("watched hand", "/watch")
    do(site, GoBack(Stage.TABLE), CloseSession())
    clock = SetClock()
    deal_cards(site, "sakura", clock)
    clock.pass_s(20)
    yield Screen("watched cards", "/watch")
    do(site, GoBack(Stage.TABLE), CloseSession())
    watch_to_the_end(site, "tien-gow")
    yield Screen("cards filled in")
    do(site, GoBack(Stage.TABLE), CloseSession())
    yield Screen("hand replayed", f"/ledger/{play_hand(site)}/replay")
    site.service.watcher = None
    do(site, CloseSession())


NINE = 9


def _walk_to_the_end(site: Site) -> Way:
    """Play one short round of riichi."""
    site.sit_down("riichi", "rounds=1")
    do(site, StartPlay(), NoteIncident("chombo", 2))
    yield Screen("incident noted")
    do(site, ForgetIncident(0), GoBack(Stage.TABLE))
    while site.service.view().stage is not Stage.OVER:
        do(site, StartPlay(), CallDraw(), SayReady(()), ConfirmHand())
    yield Screen("over")
    do(site, CloseSession())
    yield Screen("long options", "/new/riichi")
    yield Screen("options by name", "/new/beijing")
    yield Screen("nine seats", "/new/zero-rule/seats?players=9")
