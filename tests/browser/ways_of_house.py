"""Ways of those who look after the kiosk: settings, operator, parlour, and what goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.ways import Screen, Way
from tests.kiosk.api.program import play_a_hand, sit_down

if TYPE_CHECKING:
    from tests.browser.conftest import Served, ServedHouse

PIN = "2468"
OURS = {"Sec-Fetch-Site": "same-origin"}


def operator(house: ServedHouse) -> Way:
    """Look after a simulated table, its camera and its ledger."""
    yield Screen("settings", "/settings")
    yield Screen("operator first PIN", "/operator/pin")
    house.office.door.choose(PIN)
    yield Screen("operator PIN", "/operator/pin")
    sit_down(house.program)
    play_a_hand(house.program)
    house.program.do("confirm_hand")
    assert house.program.post("/ledger/backups").status_code == 200
    house.program.send("POST", "/tokens", {"op": "a-token-1", "label": "scores", "right": "read"})
    key = {"session": house.operator_cookie(PIN)}
    for tab in ("", "machine", "camera", "ledger/", "log", "tokens"):
        yield Screen(f"operator {tab.strip('/') or 'state'}", f"/operator/{tab}", key)
    yield Screen("operator import", "/operator/ledger/import/", key)
    yield Screen("operator tile sets", "/operator/sets/", key)
    (copy,) = house.program.get("/ledger/backups").get_json()["backups"]
    yield Screen("operator restore", f"/operator/ledger/restore/{copy['name']}", key)
    exported = house.program.get("/ledger/export.json").data
    look = ("file", "ledger.json", exported.replace(b'"seq":1', b'"seq":7'))
    yield Screen("operator import refused", "/operator/ledger/import/", key, file=look)
    look = ("file", "ledger.json", exported)
    yield Screen("operator import seen", "/operator/ledger/import/", key, file=look)
    made = {"label": "score board", "scope": "score"}
    yield Screen("operator token", "/operator/tokens", key, made)
    for _ in range(6):
        house.app.test_client().post("/operator/pin", data={"pin": "0000"}, headers=OURS)
    yield Screen("operator waits", "/operator/pin")


def wrong(served: Served) -> Way:
    """Ask for what there is not, and send what cannot be."""
    served.office.door.choose(PIN)
    yield Screen("page that is not there", "/ledger/99")
    yield Screen("form that cannot be read", "/start", form={"op": "?"})
    yield Screen("form that is too large", "/start", form={"op": "x" * 300_000})
    yield Screen("form that is not allowed", "/operator/pin/first", form={"pin": "1"})
    yield Screen("page that takes forms only", "/start")
    yield Screen("tile that was never read", "/camera/tile/7.jpg")
    served.machine.now = None  # type: ignore[assignment] # a driver that breaks its word
    yield Screen("error of ours")
