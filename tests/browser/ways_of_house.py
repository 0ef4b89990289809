"""Ways of those who look after the kiosk: settings, operator, parlour, and what goes wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import func, update

from hw_sim.camera import SimCamera
from hw_sim.camera.art import SIZES
from kiosk.camera.enrolment import TileSetStore, codes_of, lesson
from kiosk.parlour.feed import BOARD
from kiosk.parlour.feed import Parlour as Database
from kiosk.presets import Presets
from tests.browser.conftest import ServedHouse, Site
from tests.browser.ways import Screen, Way
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import play_a_hand, sit_down
from tests.postgres import Server
from vision.geometry import Layout

PIN = "2468"
PAUSE_S = 0.02
COLUMNS = 11
OTHERS: Sequence[dict[str, Any]] = (
    {"stage": "lobby"},
    {
        "stage": "playing",
        "ruleset": "riichi",
        "names": ["浅野", "Maximiliane-Charlotte", "", "李小龙"],
        "totals": [-12_300, 25_000, 61_700, 25_600],
        "hands": 11,
    },
    {
        "stage": "table",
        "ruleset": "zero-rule",
        "names": [f"Seat {number}" for number in range(1, 10)],
        "totals": [1_000 * number for number in range(9)],
        "hands": 1,
    },
    {"stage": "table", "ruleset": "mushi", "names": ["Emi", "Fumi"], "totals": [3, -3], "hands": 2},
)
"""What the other kiosks of a parlour tell of their tables."""
FOUR = "505x97_1405x86_1434x1002_497x1013"
"""Where the simulated camera sees the corners of the playing field."""
TURNED = "_".join(FOUR.split("_")[::-1])
OURS = {"Sec-Fetch-Site": "same-origin"}


def walk_operator(house: ServedHouse) -> Way:
    """Look after a simulated table, its camera and its ledger."""
    yield Screen("settings", "/settings")
    yield Screen("simulate", "/simulate")
    yield Screen("operator without a PIN", "/operator/pin")
    house.operator_context.pin_lock.choose(PIN)
    yield Screen("operator PIN", "/operator/pin")
    sit_down(house.program)
    play_a_hand(house.program)
    house.program.do("confirm_hand")
    assert house.program.post("/ledger/backups").status_code == 200
    house.program.send("POST", "/tokens", {"op": "a-token-1", "label": "scores", "right": "read"})
    key = {"session": house.operator_cookie(PIN)}
    yield from _walk_tabs(house, key)
    corners = "/operator/camera/corners"
    yield Screen("operator corner", f"{corners}?points={FOUR.split('_')[0]}", key)
    yield Screen("operator corner enlarged", f"{corners}?near={FOUR.split('_')[0]}", key)
    yield Screen("operator end of a round table", f"{corners}?shape=oval&wide=900&deep=900", key)
    yield Screen("operator corners found", f"{corners}?points={FOUR}", key)
    yield Screen("operator corners refused", f"{corners}?points={TURNED}", key)
    yield Screen("operator import", "/operator/ledger/import/", key)
    yield Screen("operator tile sets", "/operator/sets/", key)
    _learn_dominoes(house.operator_context.settings.data_dir)
    yield Screen("operator tile set", "/operator/sets/dominoes", key)
    (copy,) = house.program.get("/ledger/backups").get_json()["backups"]
    yield Screen("operator restore", f"/operator/ledger/restore/{copy['name']}", key)
    export = house.program.get("/ledger/export.json").data
    upload = ("file", "ledger.json", export.replace(b'"seq":1', b'"seq":7'))
    yield Screen("operator import refused", "/operator/ledger/import/", key, file=upload)
    upload = ("file", "ledger.json", export)
    yield Screen("operator import seen", "/operator/ledger/import/", key, file=upload)
    form = {"label": "score board", "scope": "score"}
    yield Screen("operator token", "/operator/tokens", key, form)
    for _ in range(6):
        house.app.test_client().post("/operator/pin", data={"pin": "0000"}, headers=OURS)
    yield Screen("operator waits", "/operator/pin")
    safekeeping = house.service.safekeeping
    assert safekeeping is not None
    house.service.restore(safekeeping.backups()[0].path)
    yield Screen("restored", "/restored")


def _walk_tabs(house: ServedHouse, key: dict[str, str]) -> Way:
    """Look at the operator's pages after a week with a jam that comes again and again."""
    house.program.send("PUT", "/seasons/Spring", {"first": "2026-03-01", "last": "2026-05-31"})
    yield Screen("seasons", "/seasons", key)
    maintenance = house.service.maintenance
    assert maintenance is not None
    for _ in range(120):
        maintenance.faults.note_hand()
    for code, side in ((203, 2), (203, 2), (203, 2), (904, None)):
        maintenance.faults.note(code, side)
    for tab in ("", "machine", "camera", "ledger/", "support", "log", "tokens"):
        yield Screen(f"operator {tab.strip('/') or 'health'}", f"/operator/{tab}", key)
    for page in ("inputs", "parameters", "usage"):
        yield Screen(f"operator machine {page}", f"/operator/machine/{page}", key)
    house.service.paid_time.set_price(30)
    house.service.paid_time.give(60)
    yield Screen("operator paid time", "/operator/machine/paid-time", key)
    house.service.paid_time.set_price(None)
    yield from _walk_house_rules(house, key)


def _walk_house_rules(house: ServedHouse, key: dict[str, str]) -> Way:
    """Keep house rules under a name, and look at where a session begins with them."""
    presets = Presets(house.operator_context.settings.data_dir)
    presets.save("riichi", "雀荘", {"kiriage": True, "uma": "10_20"})
    yield Screen("house rules", "/presets/", key)
    yield Screen("house rules asked", "/presets/riichi?rounds=1", key)
    yield Screen("options of the house", "/new/riichi")


def _learn_dominoes(folder: Path) -> None:
    """Learn a set of dominoes from a picture, and keep it in *folder*."""
    codes = codes_of("dominoes")
    camera = SimCamera(Layout(tile=SIZES["dominoes"]), seed=3, tile_set="dominoes")
    camera.spread(list(codes), COLUMNS, apart=1.5)
    corners = np.array([tile.box for tile in camera.truth()]).reshape(-1, 2)
    (left, top), (right, bottom) = (
        (corners.min(0) - 50).astype(int),
        (corners.max(0) + 50).astype(int),
    )
    pictures = lesson([camera.grab().image[top:bottom, left:right]], codes)
    assert pictures.count == len(codes)
    TileSetStore(folder).keep(pictures.learn("dominoes", codes), pictures.faces())


def walk_parlour(house: ServedHouse, server: Server) -> Way:
    """Look at all tables of a parlour from one of them, with its database there and away."""
    yield Screen("board of one table", "/board", reloads=True)
    sit_down(house.program)
    play_a_hand(house.program)
    house.program.do("confirm_hand")
    _tell_of_others(house.operator_context.settings.database_url.get_secret_value())
    safekeeping = house.service.safekeeping
    assert safekeeping is not None
    sync = safekeeping.sync
    assert sync is not None
    wait_until(
        lambda: len(sync.board()) == 1 + len(OTHERS) and bool(sync.board()[0].shown["hands"])
    )
    yield Screen("board", "/board", reloads=True)
    with server.away():
        wait_until(lambda: not sync.state().is_online)
        yield Screen("board with the database away", "/board", reloads=True)


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something *holds*."""
    pause = threading.Event()
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        pause.wait(PAUSE_S)


def _tell_of_others(url: str) -> None:
    """Let other tables' kiosks tell the parlour how they stand; the last one fell silent."""
    database = Database(url)
    for number, state in enumerate(OTHERS, 2):
        database.tell(f"table-{number}", f"kiosk-{number}", 9, state)
    with database.working() as connection:
        statement = update(BOARD).where(BOARD.c.table_id == f"table-{number}")
        connection.execute(statement.values(seen=func.now() - timedelta(minutes=12)))
    database.close()


def walk_errors(site: Site) -> Way:
    """Ask for pages that do not exist, and send forms that are invalid."""
    site.operator_context.pin_lock.choose(PIN)
    yield Screen("page that is not there", "/ledger/99")
    yield Screen("form that cannot be read", "/start", form={"op": "?"})
    yield Screen("form that is too large", "/start", form={"op": "x" * 300_000})
    yield Screen("form that is not allowed", "/operator/pin/first", form={"pin": "1"})
    yield Screen("page that takes forms only", "/start")
    yield Screen("tile that was never read", "/camera/tile/7.jpg")
    site.machine.now = None  # type: ignore[assignment] # a driver that breaks its word
    yield Screen("error of ours")
