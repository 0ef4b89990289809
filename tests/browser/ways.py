"""Ways through the kiosk that pass every screen: each yields them as the table comes to them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from kiosk.clock import SystemClock
from kiosk.ledger.rows import Change
from kiosk.paid_time import PaidTime
from kiosk.session import Stage
from kiosk.session.commands import (
    CallWin,
    Command,
    Declare,
    EnterByHand,
    GoBack,
    NoteDice,
    StartPlay,
)
from kiosk.session.events import SessionOpened
from kiosk.session.repairs import DrawSeats
from kiosk.table.port import Link, OtherSet, TableFault
from tests.browser.conftest import Site
from tests.kiosk.web.parlour import NAMES, read_tiles, sheet_example
from tests.kiosk.web.visitor import Visitor
from vision.types import SeatReading, TableReading


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen, and how a browser comes to it."""

    name: str
    address: str = "/"
    cookies: Mapping[str, str] = field(default_factory=dict)
    """What else this screen's browser remembers."""
    form: dict[str, str] | None = None
    """What is sent, for a page that answers a form."""
    file: tuple[str, str, bytes] | None = None
    """Field, name and content of a file that is sent instead."""
    reloads: bool = False
    """Whether the page reloads itself after some seconds, which `draw` prevents."""


Way = Iterator[Screen]


def walk_hand(site: Site) -> Way:
    """Go through a hand from the lobby to the settlement."""
    yield Screen("lobby")
    yield Screen("games", "/new")
    yield Screen("options", "/new/wuhan")
    yield Screen("games with rules", "/rules")
    yield Screen("rules", "/rules/shanghai-1980s")
    yield Screen("games to drill", "/drill")
    yield Screen("drill", "/drill/wuhan?level=usual&seed=7")
    yield Screen("drill by steps", "/drill/riichi?level=usual&seed=7&steps=1&han=3")
    yield Screen("drill answered", "/drill/riichi?level=large&seed=7&answer=1")
    yield Screen("replay", "/replay/taiwan?seed=3")
    yield Screen("log to replay", "/replay/")
    yield Screen("seats", "/new/wuhan/seats")
    yield from _walk_phones(site)
    visitor = site.sit_down()
    yield Screen("seat of a phone", "/join/scannedcode?name=Bo")
    yield Screen("table")
    visitor.tap("Skip the machine")
    yield Screen("playing")
    yield Screen("playing as a list", cookies={"view": "list"})
    yield Screen("consent", "/ask?then=/ask/wuhan")
    yield Screen("camera lamp", "/camera-lamp")
    visitor.tap("Dana wins")
    yield Screen("outcome")
    visitor.tap("Bo")
    yield Screen("reading")
    site.read(visitor, sheet_example(doubt="7s"))
    yield Screen("review")
    yield from _walk_sheets(site)
    visitor.tap("Score it")
    yield Screen("settlement")
    yield Screen("what else", "/ask/settlement")


def _walk_phones(site: Site) -> Way:
    """Yield what phones and screen show while people take their seats."""
    site.join_network()
    for name in NAMES:
        site.service.enrol(name)
    site.visitor().go("/new/wuhan/seats").go("/join/scannedcode").tap("S free", new="Bo")
    yield Screen("seats with a phone", "/new/wuhan/seats")
    yield Screen("phone", "/join/scannedcode")
    yield Screen("phone seated", "/join/scannedcode?name=Bo")
    yield Screen("code run out", "/join/othercode")


def _walk_sheets(site: Site) -> Way:
    """Yield the sheets of the review screen."""
    draft = site.service.view().draft
    assert draft is not None
    doubtful = next(tile for tile in draft.tiles() if tile.is_doubtful)
    meld = draft.seats[3].melds[0]
    yield Screen("tile", f"/edit/tile/{doubtful.number}")
    yield Screen("row", "/edit/row/hand?seat=0")
    yield Screen("meld", f"/edit/meld/3/{meld.number}")
    yield Screen("winning tile", "/edit/winning/3")
    yield Screen("how", "/review/how/3")
    yield Screen("whose hand", "/review/whose/3")
    yield Screen("asked seat", "/ask/seat/3")
    yield Screen("tapped hand", "/ask/taiwan?hand=123m456p789s11z55z23s&meld=pung.4z")
    yield Screen("waits", "/ask/riichi?hand=222m234p345s99m79s&indicators=1z&wind=1")


def walk_values(site: Site) -> Way:
    """Tell hands by what they are worth: keys, a number that is typed, and the review of one."""
    visitor = site.sit_down("riichi").tap("Skip the machine", "Chie wins", "Aiko")
    yield Screen("han", "/edit/value/2")
    yield Screen("fu", "/edit/value/2?han=3")
    visitor.go("/").tap("Han & fu", "3", "40")
    yield Screen("settled by value")
    visitor.go("/").tap("Edit")
    yield Screen("review of a value")
    visitor.go("/").tap("Score it", "Confirm & next hand").go("/leave").tap("Hold to end")
    site.sit_down("taiwan").tap("Skip the machine", "Chie wins", "Aiko")
    yield Screen("tai", "/edit/value/2")


def walk_endings(site: Site) -> Way:
    """End a hand without a winner: who was ready, and why it is void."""
    visitor = site.sit_down("riichi").tap("Skip the machine", "Exhaustive draw")
    yield Screen("who was ready")
    visitor.go("/").tap("Nobody")
    yield Screen("settled draw")
    visitor.go("/").tap("Confirm & next hand", "Skip the machine", "Abortive draw")
    yield Screen("void hand")


def walk_repairs(site: Site) -> Way:
    """Count a hand, put things right, and look at what was."""
    visitor = site.at_review(sheet_example())
    visitor.tap("Score it", "Confirm & next hand")
    yield Screen("table after a hand")
    hand = visitor.go("/ledger/").find("Dana wins").href
    yield Screen("hand", hand)
    yield Screen("hand asked", hand.replace("/ledger/", "/ask/hand/"))
    yield Screen("undo", visitor.go("/").find("Undo last hand").href)
    yield Screen("leave", "/leave")
    visitor.go("/").tap("Skip the machine", "Draw", "Confirm & next hand")
    visitor.go("/repair/").tap("Pay", seat="1", to="all", amount="5", note="wrong wall")
    yield Screen("repair", "/repair/")
    yield Screen("house rules changed", "/repair/rules?divide_by=10")
    visitor.go("/ledger/").tap("Dana wins", "Fix this hand")
    yield Screen("amend review")
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Score it")
    yield Screen("amend settlement")
    visitor.tap("Hold to fix")
    yield Screen("amended hand", visitor.go("/ledger/").find("Dana wins").href)
    yield Screen("book", "/ledger/")
    visitor.go("/leave").tap("Hold to end")
    yield Screen("again")
    yield Screen("history", "/history/")
    yield Screen("player", visitor.go("/history/").find("Dana").href)
    yield Screen("ranking", "/history/ranking")
    yield Screen("printed ranking", "/history/ranking/print?least=5")
    session = visitor.go("/history/").page.targets[_find_first_session(visitor)].href
    yield Screen("session", session)
    yield Screen("printed", f"{session}/print")
    yield Screen("result", f"{session}/result")


def walk_unknown_game(site: Site) -> Way:
    """Come to a session of a game that this version does not know."""
    players = tuple(map(site.service.enrol, NAMES))
    site.service._store.commit(Change("old", 0, SessionOpened("2031", {}, players, 0, "9.0")))
    site.service.refresh()
    yield Screen("session that cannot be shown")


def _find_first_session(visitor: Visitor) -> int:
    """Return which target of the history is its latest session."""
    hrefs = [target.href for target in visitor.page.targets]
    return next(at for at, href in enumerate(hrefs) if href.removeprefix("/history/").isdecimal())


def walk_machine(site: Site) -> Way:
    """Let the machine work and fail, and the camera too."""
    visitor = site.sit_down("riichi")
    do(site, DrawSeats("seats"), NoteDice((1, 2)), NoteDice((6, 5)))
    yield Screen("seats being drawn")
    do(site, NoteDice((2, 2)), NoteDice((4, 4)))
    yield Screen("seats drawn")
    visitor.go("/").tap("Take the draw back").tap("Build the walls")
    now = site.machine.now
    site.machine.now = replace(now, stage="build", percent=60, left_s=12)
    yield Screen("building")
    site.machine.now = replace(now, outcome="failed", fault=TableFault(202, side=2))
    yield Screen("jam")
    yield from _miss_tiles(site)
    site.machine.now = replace(now, outcome="", job="", link=Link.LOST, line_code=902)
    yield Screen("line lost")
    site.machine.now = replace(now, outcome="done", job="", is_stopped=True)
    yield Screen("stopped")
    site.machine.now = replace(now, outcome="done", job="", walls_built=True)
    do(site, NoteDice((3, 4)))
    yield Screen("walls broken")
    do(site, StartPlay(), Declare(1, "riichi"))
    yield Screen("riichi declared")
    yield Screen("service", "/service")
    yield from _fail_in_play(site)
    yield Screen("playing from another side", cookies={"side": "1"})
    for edge in "13":
        yield Screen(f"page turned {edge}", cookies={"side": edge, "turn": edge, "lies": "flat"})
    do(site, CallWin(3))
    visitor.go("/").tap("Tsumo", place=0)
    visitor.tap("Read")
    _wait_for_camera(site)
    yield Screen("camera failed")
    do(site, EnterByHand())
    visitor.go("/").tap("Score it")
    yield Screen("review with problems")
    site.machine.refuses = "too_many"
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE))
    yield Screen("walls by hand")
    yield from _end_paid_time(site)


def _end_paid_time(site: Site) -> Way:
    """Let the machine build again, and want to be paid for it."""
    site.machine.refuses = None
    site.service.paid_time = PaidTime(None, SystemClock())
    site.service.paid_time.set_price(30)
    yield Screen("paid time over")


def _miss_tiles(site: Site) -> Way:
    """Let the table miss a tile, and its drop be opened for it."""
    now = replace(site.machine.now, fault=None)
    fault = TableFault(101, detail="build", counted=(135, 136))
    site.machine.now = replace(now, outcome="failed", fault=fault, can_open=True)
    yield Screen("tiles missing")
    readings = (SeatReading(0), SeatReading(1, read_tiles("1m9p")), SeatReading(2), SeatReading(3))
    site.camera.reading = TableReading(readings, thrown=read_tiles("5s"))
    yield Screen("tiles looked for", "/missing")
    site.camera.reading = None
    site.machine.now = replace(now, outcome="done", is_open=True)
    yield Screen("tile drop open")


def _fail_in_play(site: Site) -> Way:
    """Let the table be stopped and its other set be stuck, in the middle of a hand."""
    now = site.machine.now
    jam = OtherSet("loose", fault=TableFault(203, side=1))
    site.machine.now = replace(now, is_stopped=True, fault=TableFault(701), other_set=jam)
    yield Screen("faults in play")
    site.machine.now = now


def _wait_for_camera(site: Site) -> None:
    """Wait until the camera has given up."""
    with site.service.live.subscribe() as screen:
        while site.service.view().reading:
            assert screen.wait(10) is not None


def do(site: Site, *commands: Command) -> None:
    """Carry these commands out as some other screen would."""
    for command in commands:
        site.service.submit(command, uuid.uuid4().hex)
