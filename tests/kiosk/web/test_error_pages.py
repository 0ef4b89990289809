"""Input that cannot be right: each gets its page, and the table goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import Stage
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app

OURS = {"Sec-Fetch-Site": "same-origin"}
FOUR = ("Aiko", "Bo", "Chie", "Dana")


@pytest.mark.parametrize(
    "options", ["{", "[" * 50_000, '{"a": 1e999}', "[1, 2]", '"stake"', "9" * 5_000]
)
def test_house_rules_that_are_no_json_get_a_page_that_says_so(
    parlour: Parlour, options: str
) -> None:
    browser = parlour.app.test_client()
    fields = {"op": "malformed-1", "seen": "0", "name": list(FOUR), "options": options}
    answer = browser.post("/new/wuhan/seats", data=fields, headers=OURS, follow_redirects=True)
    assert answer.status_code in (200, 400)
    assert "banner wrong" in answer.text or "This form could not be read." in answer.text
    assert parlour.service.view().stage is Stage.LOBBY


@pytest.mark.parametrize("path", ["/start", "/operator/pin", "/review/row"])
def test_a_body_without_end_gets_its_page(parlour: Parlour, path: str) -> None:
    answer = parlour.app.test_client().post(path, data={"op": "x" * 300_000}, headers=OURS)
    assert answer.status_code == 413
    assert "That was too much at once." in answer.text


def test_two_thousand_fields_get_the_same_page(parlour: Parlour) -> None:
    part = b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n1\r\n'
    kind = "multipart/form-data; boundary=b"
    browser = parlour.app.test_client()
    answer = browser.post("/start", data=part * 2_000 + b"--b--", headers=OURS, content_type=kind)
    assert answer.status_code == 413
    assert "That was too much at once." in answer.text


def test_letters_that_are_none_are_no_name(parlour: Parlour) -> None:
    body = b"op=letters-1&seen=0&name=%FF%FE&name=%00&name=%ED%A0%80&name=D&options={}"
    answer = parlour.app.test_client().post(
        "/new/wuhan/seats",
        data=body,
        headers=OURS,
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code in (303, 400)
    assert parlour.app.test_client().get("/").status_code == 200


class RestartingKiosk:
    """A kiosk whose process dies and comes back on the same ledger."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = SetClock()
        self.boots = 0
        self.start()

    def start(self) -> None:
        """Begin a new process's life."""
        self.boots += 1
        store = LedgerStore(self.path, self.clock, boot_id=f"boot-{self.boots}")
        self.service = Service(store, HandTurnedMachine(), LoadedCamera(), LiveBoard(), rules)
        self.app = create_app(self.service)

    def die(self) -> None:
        """End without a word to anybody; what was committed is all that is left."""
        self.service.close()
        self.start()


@pytest.fixture
def kiosk(tmp_path: Path) -> RestartingKiosk:
    return RestartingKiosk(tmp_path / "ledger.sqlite")


def at_settlement(kiosk: RestartingKiosk, program: Program) -> Visitor:
    """Return someone who looks at a settlement."""
    sit_down(program)
    play_a_hand(program)
    return Visitor(kiosk.app)


def program_of(kiosk: RestartingKiosk) -> Program:
    """Return a program at the kiosk."""
    return Program(kiosk.app)


def test_a_form_sent_again_after_a_crash_counts_once(kiosk: RestartingKiosk) -> None:
    someone = at_settlement(kiosk, program_of(kiosk))
    form = someone.find("Confirm & next hand").form
    assert form is not None
    someone.send(form, form.fields)
    kiosk.die()
    again = Visitor(kiosk.app)
    again.send(form, form.fields)
    assert again.sees("Already saved")
    session = kiosk.service.view().session
    assert session is not None
    assert (len(session.hands), session.standing.totals) == (1, (-16, -16, -64, 96))
    kiosk.service.close()


def test_a_form_whose_crash_came_first_counts_now(kiosk: RestartingKiosk) -> None:
    someone = at_settlement(kiosk, program_of(kiosk))
    form = someone.find("Confirm & next hand").form
    assert form is not None
    kiosk.die()
    again = Visitor(kiosk.app)
    again.send(form, form.fields)
    session = kiosk.service.view().session
    assert session is not None
    assert session.standing.totals == (-16, -16, -64, 96)
    kiosk.service.close()


@pytest.mark.parametrize("wall", [0, 1_000, 1_750_000_000_000 - 86_400_000])
def test_a_clock_set_back_changes_no_order_and_no_page(kiosk: RestartingKiosk, wall: int) -> None:
    program = program_of(kiosk)
    sit_down(program)
    play_a_hand(program)
    kiosk.clock.wall = wall
    first = program.do("confirm_hand")["seq"]
    kiosk.die()
    program = program_of(kiosk)
    program.do("start_play")
    play_a_hand(program)
    assert program.do("confirm_hand")["seq"] == first + 1
    assert [hand["number"] for hand in program.get("/hands").get_json()["hands"]] == [1, 2]
    assert Visitor(kiosk.app).go("/ledger/").status == 200
    kiosk.service.close()
