"""Ways through the kiosk that pass every screen: each yields a screen's name and its address."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiosk.session import Stage
from kiosk.session.commands import CloseSession, EndPlay, GoBack, StartPlay
from tests.kiosk.pages.parlour import NAMES, sheet_example

if TYPE_CHECKING:
    from kiosk.session.commands import Command
    from tests.browser.conftest import Served
    from tests.kiosk.pages.visitor import Visitor

Way = Iterator[tuple[str, str]]


def hand(served: Served) -> Way:
    """Go through a hand from the lobby to the ledger."""
    yield "lobby", "/"
    yield "games", "/new"
    yield "options", "/new/wuhan"
    yield "seats", "/new/wuhan/seats"
    visitor = served.sit_down()
    yield "table", "/"
    visitor.tap("Play by hand")
    yield "playing", "/"
    visitor.tap("Dana wins")
    yield "outcome", "/"
    visitor.tap("Bo")
    yield "reading", "/"
    served.read(visitor, sheet_example(doubt="7s"))
    yield "review", "/"
    yield from _sheets(served)
    visitor.tap("Settle")
    yield "settlement", "/"
    visitor.tap("Confirm & next hand")
    yield "table after a hand", "/"
    yield "ledger", "/ledger/"
    yield "hand", visitor.go("/ledger/").find("Dana wins").href
    yield "undo", visitor.go("/").find("Undo last hand").href
    yield "leave", "/leave"
    visitor.go("/leave").tap("Hold to end")


def _sheets(served: Served) -> Way:
    """Yield the sheets of the review screen."""
    draft = served.service.view().draft
    assert draft is not None
    doubtful = next(tile for tile in draft.tiles() if tile.is_doubtful)
    meld = draft.seats[3].melds[0]
    yield "tile", f"/edit/tile/{doubtful.number}"
    yield "row", "/edit/row/hand?seat=0"
    yield "meld", f"/edit/meld/3/{meld.number}"
    yield "winning tile", "/edit/winning/3"
    yield "how", "/review/how/3"


def repairs(served: Served) -> Way:
    """Put things right, and look at what was."""
    visitor = served.at_review(sheet_example())
    visitor.tap("Settle", "Confirm & next hand")
    visitor.tap("Play by hand", "Draw", "Confirm & next hand")
    visitor.go("/repair/").tap("Pay", seat="1", to="all", amount="5", note="wrong wall")
    yield "repair", "/repair/"
    visitor.go("/ledger/").tap("Dana wins", "Fix this hand")
    yield "amend review", "/"
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Settle")
    yield "amend settlement", "/"
    visitor.tap("Hold to fix")
    yield "amended hand", visitor.go("/ledger/").find("Dana wins").href
    yield "book", "/ledger/"
    visitor.go("/leave").tap("Hold to end")
    yield "again", "/"
    yield "history", "/history/"
    yield "player", visitor.go("/history/").find("Dana").href
    yield "session", visitor.go("/history/").page.targets[_first_session(visitor)].href
    yield "page that is not there", "/ledger/99"


def _first_session(visitor: Visitor) -> int:
    """Return which target of the history is its latest session."""
    hrefs = [target.href for target in visitor.page.targets]
    return next(at for at, href in enumerate(hrefs) if href.removeprefix("/history/").isdecimal())


def card_games(served: Served) -> Way:
    """Sit down to games without tiles, as far as what they are told by."""
    for game, seats in (("mushi", 2), ("sakura", 3), ("tien-gow", 4), ("shuangkou", 4)):
        served.visitor().go(f"/new/{game}/seats?seated={seats}").tap(
            "Start", name=list(NAMES[:seats])
        )
        yield f"{game} table", "/"
        _do(served, StartPlay())
        yield f"{game} hand", "/"
        _do(served, EndPlay())
        yield f"{game} review", "/"
        _do(served, GoBack(Stage.TABLE), CloseSession())


def _do(served: Served, *commands: Command) -> None:
    """Carry these commands out as some other screen would."""
    for command in commands:
        served.service.submit(command, uuid.uuid4().hex)
