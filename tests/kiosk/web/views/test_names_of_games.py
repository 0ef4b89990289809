"""A game's name leads to its rules, wherever it stands."""

from __future__ import annotations

from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor

RULES = "/rules/wuhan"
BEFORE = ("/new/wuhan", "/new/wuhan/seats", "/ask/wuhan", "/drill/wuhan?level=usual&seed=7")
OPEN = ("/", "/ledger/", "/repair/", "/repair/rules", "/leave", "/history/", "/ask?then=/ask/wuhan")


def without_rules(visitor: Visitor, pages: tuple[str, ...]) -> list[str]:
    """Return on which of *pages* no name leads to the rules."""
    return [one for one in pages if RULES not in hrefs(visitor, one)]


def hrefs(visitor: Visitor, page: str) -> list[str]:
    return [target.href for target in visitor.go(page).page.targets]


def test_it_does_before_a_game_is_played_in_it_and_after_it(parlour: Parlour) -> None:
    visitor = parlour.visitor()
    missing = without_rules(visitor, BEFORE)
    visitor = parlour.count_hand()
    hand = visitor.go("/ledger/").find("Dana wins").href
    question = hand.replace("/ledger/", "/ask/hand/")
    missing += without_rules(visitor, (*OPEN, hand, question))
    visitor.go("/leave").tap("Hold to end")
    past = [one for one in hrefs(visitor, "/history/") if one.startswith("/history/")]
    session = next(one for one in past if one.removeprefix("/history/").isdecimal())
    player = visitor.go("/history/").find("Dana").href
    pages = ("/", "/history/", session, f"{session}/result", player, "/history/ranking")
    assert missing + without_rules(visitor, pages) == []
