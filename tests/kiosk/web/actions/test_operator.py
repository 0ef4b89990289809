"""The operator copies the ledger, goes back to a copy, and takes an export in, line by line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kiosk.access.operator import temporary_operator_context
from kiosk.ledger.export import export
from kiosk.ledger.tape import NAME, Tape
from kiosk.ledger.verify import verify
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.parlour.conftest import database, server, url
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.views.test_history import BackupKiosk
from tests.kiosk.web.visitor import Page, Visitor, unlock
from tests.kiosk.whole_app import create_app


class House:
    """A kiosk with its safekeeping, on files."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data_dir=folder)
        self.service = open_service(settings, Devices())
        self.operator_context = temporary_operator_context(settings)
        self.operator_context.pin_lock.choose("2468")
        self.app = create_app(self.service, operator_context=self.operator_context)
        self.program = Program(self.app)

    def operator(self) -> Visitor:
        """Return someone who looks at the ledger's page."""
        return Visitor(self.app).go("/operator/ledger/").tap("Unlock", pin="2468")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    place = House(tmp_path)
    yield place
    place.service.close()


def test_a_copy_is_made_listed_and_restored(house: House) -> None:
    sit_down(house.program)
    play_a_hand(house.program)
    house.program.do("confirm_hand")
    operator = house.operator().tap("Copy now")
    assert operator.sees("The ledger was copied.")
    assert operator.sees("Hands: 1")
    operator.tap("Restore").tap("Restore")
    assert operator.sees("The ledger was restored.")
    assert house.program.get("/state").get_json()["session"]["totals"] == [-16, -16, -64, 96]


def test_a_program_copies_lists_and_restores_once(house: House) -> None:
    sit_down(house.program)
    assert house.program.post("/ledger/backups").get_json() == {"is_repeat": False}
    (copy,) = house.program.get("/ledger/backups").get_json()["backups"]
    body = {"op": "bring-it-back", "backup": copy["name"]}
    answers = [house.program.send("POST", "/ledger/restore", body) for _ in range(2)]
    replies = [(answer.status_code, answer.get_json()["is_repeat"]) for answer in answers]
    assert replies == [(200, False), (200, True)]


@pytest.mark.parametrize("name", ["none.sqlite", "../keys.json", ""])
def test_only_a_copy_that_is_listed_can_be_restored(house: House, name: str) -> None:
    answer = house.program.post("/ledger/restore", backup=name)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "no_such_backup")


def test_a_kiosk_that_keeps_no_copies_says_so(parlour: Parlour) -> None:
    answer = Program(parlour.app).post("/ledger/backups")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "no_keeper")


__all__ = ["database", "server", "url"]

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
FORMS = ("csv", "json")


@pytest.fixture
def texts(tmp_path: Path) -> dict[str, str]:
    """Return what a kiosk exports at which a hand was drawn."""
    with BackupKiosk(tmp_path / "old") as kiosk:
        someone = kiosk.sit_down()
        someone.tap("Start the hand" if someone.sees("Start the hand") else "Skip the machine")
        someone.tap("Draw", "Confirm & next hand")
        return {form: export(kiosk.places.ledger, form) for form in FORMS}


@pytest.fixture
def new(tmp_path: Path) -> Iterator[BackupKiosk]:
    """Yield a kiosk at which nobody has played yet."""
    with BackupKiosk(tmp_path / "new") as kiosk:
        yield kiosk


@pytest.fixture
def operator(new: BackupKiosk) -> Visitor:
    """Return the operator of *new*, who has just chosen a PIN."""
    return at_the_import(new.app)


def at_the_import(app: Flask) -> Visitor:
    """Return the operator of a kiosk, who has just chosen a PIN, at the import page."""
    return unlock(app, "/operator/ledger/import/")


def send(operator: Visitor, data: bytes, name: str) -> TestResponse:
    """Return the answer to a file that *operator* has sent to be looked at."""
    answer = operator.browser.post(
        "/operator/ledger/import/",
        data={"file": (io.BytesIO(data), name)},
        headers=SAME_SITE,
        follow_redirects=True,
    )
    operator.page = Page(answer.text)
    return answer


@pytest.mark.parametrize("form", FORMS)
def test_what_was_taken_in_is_exported_as_the_same_bytes(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk, form: str
) -> None:
    send(operator, texts[form].encode(), f"ledger.{form}")
    assert operator.sees("table-1 2 1 1")
    assert operator.sees("New players: 4")
    assert new.service.view().seq == 0
    operator.tap("Hold to import")
    assert operator.sees("Events imported: 2.")
    assert {form: export(new.places.ledger, form) for form in FORMS} == texts
    assert verify(new.places.ledger).is_whole


def test_what_was_taken_in_is_played_on(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    send(operator, texts["json"].encode(), "ledger.json")
    operator.tap("Hold to import").go("/")
    assert operator.sees("Aiko")
    assert new.service.view().seq == 2
    operator.go("/ledger/").tap("Corrections").tap("Pay", seat="1", to="all", amount="5")
    assert new.service.view().seq == 3
    assert [row.seq for row in Tape(new.places.tape / NAME).rows()] == [1, 2, 3]


def test_what_is_known_already_brings_nothing(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    send(operator, texts["csv"].encode(), "ledger.csv")
    operator.tap("Hold to import")
    send(operator, texts["json"].encode(), "ledger.json")
    assert operator.sees("All of it is in this ledger already.")
    assert not operator.sees("Hold to import")
    assert new.service.view().seq == 2


@pytest.mark.parametrize("form", FORMS)
def test_a_line_that_was_changed_is_named(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk, form: str
) -> None:
    lines = texts[form].splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if "hand_settled" in line)
    lines[at] = lines[at].replace("draw", "mine")
    send(operator, "".join(lines).encode(), f"ledger.{form}")
    assert operator.sees(f"Line {at + 1} This event was changed after it was written.")
    assert not operator.sees("Hold to import")
    assert new.service.view().seq == 0


def test_every_bad_line_is_named_at_once(texts: dict[str, str], operator: Visitor) -> None:
    lines = texts["csv"].splitlines(keepends=True)
    lines[1] = lines[1].replace("event,", "rumour,", 1)
    lines[-1] = lines[-1].replace("called", "cold")
    send(operator, "".join(lines).encode(), "ledger.csv")
    assert operator.sees("Line 2 It cannot be read. ('rumour' is neither event nor player)")
    assert operator.sees(f"Line {len(lines)} It cannot be read. (a player that is none)")


NO_EXPORT = "The file It is not a complete ledger export."


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"{", "ledger.json", "Line 1 It cannot be read. (no JSON"),
        (b'{"jantaku":1,"events":[}', "ledger.json", "Line 1 It cannot be read. (no JSON"),
        (
            b'{"jantaku":9,"events":[],"players":[]}',
            "x.json",
            NO_EXPORT,
        ),
        (b"[" * 9_000, "deep.json", NO_EXPORT),
        (b"a,b\n1,2\n", "sums.csv", NO_EXPORT),
        (b"", "empty.csv", NO_EXPORT),
        (b"\xff\xfe\x00", "photo.csv", "Not a text file."),
    ],
    ids=["cut off", "broken", "a later format", "deep", "another table", "empty", "no text"],
)
def test_what_is_no_export_is_said_to_be_none(
    operator: Visitor, data: bytes, name: str, message: str
) -> None:
    assert send(operator, data, name).status_code == 200
    assert operator.sees(message)
    assert not operator.sees("Hold to import")


def test_another_history_is_not_mixed_in(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    new.sit_down()
    send(operator, texts["json"].encode(), "ledger.json")
    assert operator.sees("This table has another history here. (table-1")


def test_somebody_elses_number_is_not_taken(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    new.service.enrol("Zed")
    send(operator, texts["csv"].encode(), "ledger.csv")
    assert operator.sees("This player's number belongs to someone else here. (player 1")


def test_only_what_was_looked_at_last_is_taken_in(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    looked_at = look_at(operator, texts)
    operator.go("/operator/ledger/import/")
    take_in(operator, looked_at)
    assert operator.sees("Send the file again.")
    assert new.service.view().seq == 0


def look_at(operator: Visitor, texts: dict[str, str]) -> Page:
    """Let *operator* send the export; return the page that shows what it would bring."""
    send(operator, texts["csv"].encode(), "ledger.csv")
    return operator.page


def take_in(operator: Visitor, looked_at: Page) -> Visitor:
    """Let *operator* take the export in from a page that was shown before."""
    operator.page = looked_at
    return operator.tap("Hold to import")


def test_a_second_tap_takes_nothing_in_again(
    texts: dict[str, str], operator: Visitor, new: BackupKiosk
) -> None:
    looked_at = look_at(operator, texts)
    take_in(operator, looked_at)
    assert take_in(operator, looked_at).status == 200
    assert new.service.view().seq == 2


def test_a_file_that_was_not_chosen_is_asked_for(operator: Visitor) -> None:
    operator.browser.post("/operator/ledger/import/", data={}, headers=SAME_SITE)
    assert operator.go("/operator/ledger/import/").sees("No file was chosen.")


def test_a_file_that_is_too_large_is_refused(operator: Visitor) -> None:
    answer = operator.browser.post(
        "/operator/ledger/import/",
        content_type="multipart/form-data; boundary=here",
        headers=SAME_SITE,
        environ_overrides={"CONTENT_LENGTH": str(33 * 1024 * 1024)},
    )
    assert answer.status_code == 413


def test_nobody_but_the_operator_imports(texts: dict[str, str], new: BackupKiosk) -> None:
    new.app.test_client().get("/operator/pin")
    answer = new.app.test_client().post(
        "/operator/ledger/import/",
        data={"file": (io.BytesIO(texts["csv"].encode()), "ledger.csv")},
        headers=SAME_SITE,
    )
    assert answer.status_code == 303
    assert "/operator/pin" in answer.location
    assert new.service.view().seq == 0
