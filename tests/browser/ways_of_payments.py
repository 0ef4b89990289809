"""Ways to payments that are typed, of five, of two teams, and with prizes and chips beside them."""

from __future__ import annotations

import cv2
import numpy as np

from kiosk.camera.image_store import ImageStore, Quota
from kiosk.session import Part
from kiosk.session.commands import EndPlay, SayPlay, Settle, StartPlay, WinOn, WriteRow
from kiosk.session.draft import Place
from tests.browser.conftest import Site
from tests.browser.ways import Screen, Way, do
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.web.parlour import NAMES, sheet_example
from tests.kiosk.web.test_many_seats import at_review
from tests.kiosk.web.views.test_screen_late_facts import settle_win

TEAMS = {"finish": [0, 2], "bombs": []}


def walk_typed_payments(site: Site) -> Way:
    """Type what a hand pays, and look at it in the ledger with its picture."""
    picture = cv2.imencode(".jpg", np.full((360, 640, 3), 90, np.uint8))[1].tobytes()
    site.camera.picture = picture
    folder = site.operator_context.settings.stills
    site.service.camera_worker.image_store = ImageStore(folder, Quota(), TickingClock())
    visitor = site.at_review(sheet_example()).tap("Score it")
    yield Screen("form", "/by-hand/")
    visitor.tap("Override")
    visitor.tap("Preview", points=["-900", "", "0", "300"], note="so agreed")
    yield Screen("typed settlement")
    visitor.tap("Confirm & next hand")
    yield Screen("hand with its picture", visitor.go("/ledger/").find("Dana wins").href)


def walk_five_players(site: Site) -> Way:
    """Settle a hand of five players."""
    at_review(site, "five-player-1", 5)
    do(site, WriteRow(Place(Part.HAND, 1), "234m567m345p12f67s"), WinOn(1, "8s"), Settle())
    yield Screen("settlement of five")
    yield Screen("form of five", "/by-hand/")
    site.visitor().tap("Confirm & next hand")
    yield Screen("ledger of five", "/ledger/")


def walk_teams(site: Site) -> Way:
    """Settle a hand of two teams."""
    site.visitor().go("/new/shuangkou/seats").tap("Start", name=list(NAMES))
    do(site, StartPlay(), EndPlay())
    yield Screen("teams to be told")
    do(site, SayPlay(TEAMS), Settle())
    yield Screen("settlement of teams")


def walk_prizes(site: Site) -> Way:
    """Type what a hand pays in a game that has prizes beside the points."""
    at_review(site, "ataki-b", 4)
    yield Screen("form with prizes", "/by-hand/")


def walk_club(site: Site) -> Way:
    """Play the last hand of a game for chips and yakitori, entered by its value."""
    rules = "chips=points&yakitori=12000&uma=10_20&return_points=30000&rounds=1&bust_ends=true"
    yield Screen("options of a club", f"/new/riichi?{rules}")
    visitor = site.sit_down("riichi", rules).tap("Skip the machine", "Chie wins", "Aiko")
    yield Screen("chips", "/edit/value/2?han=3&fu=40")
    visitor.go("/edit/value/2?han=3&fu=40").tap("2")
    yield Screen("settlement with chips")
    visitor.go("/").tap("Confirm & next hand")
    yield Screen("table with chips")
    visitor.go("/").tap("Skip the machine")
    yield Screen("playing for chips")
    visitor.go("/").tap("Chie wins", "Aiko").go("/edit/value/2").tap("×1").tap("3")
    yield Screen("last settlement with chips")
    yield Screen("form with chips", "/by-hand/")
    visitor.go("/").tap("Confirm & finish")
    yield Screen("result with chips")
    yield Screen("ledger with chips", "/ledger/")


def walk_offers(site: Site) -> Way:
    """Look at the facts that may still be added to a win."""
    settle_win(site, "Tsumo").tap("Riichi (立直)")
    yield Screen("offers")
