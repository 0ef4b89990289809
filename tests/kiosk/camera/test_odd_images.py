"""Files of odd form at every door that takes a photograph: each says what to do and stays small."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

import rules
from kiosk.access.operator import temporary_operator_context
from kiosk.camera.reader import open_camera
from kiosk.cli import main
from kiosk.i18n import LANGUAGE_NAMES, catalogue
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.settings import Settings
from kiosk.web.app import WebConfig
from tests.kiosk.api.program import Program
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.stand_ins import HandTurnedMachine
from tests.kiosk.web.visitor import Page, Visitor, unlock
from tests.kiosk.whole_app import create_app
from tests.vision.odd_images import MOST_MIB, READ, REFUSED, memory_limit

KIND: Final = "dominoes"
ROW_CODES: Final = "2m 3m 4m 6p 7p 8p 1s 3s 3s 9s 6z 6z 1z"
WANTED: Final = "21 expected"
"""What is said of a picture that was opened and shows no dominoes."""


class Kiosk:
    """A kiosk whose camera shows one file, and an operator before it."""

    def __init__(self, file: Path) -> None:
        data = file.parent
        camera = open_camera(str(file), data)
        store = LedgerStore(data / "ledger.sqlite", TickingClock(), boot_id="boot")
        self.service = Service(store, HandTurnedMachine(), camera, LiveBoard(), rules)
        context = temporary_operator_context(Settings(data_dir=data))
        self.app = create_app(self.service, WebConfig(has_camera=True), context)

    def operator(self) -> Visitor:
        """Return someone who has unlocked the operator's pages."""
        return unlock(self.app)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the file that is the camera's picture, or is sent."""
    return tmp_path_factory.mktemp("odd")


@pytest.fixture(scope="module")
def kiosk(place: Path) -> Iterator[Kiosk]:
    new_kiosk = Kiosk(place / "photograph.png")
    yield new_kiosk
    new_kiosk.service.close()


@pytest.fixture(scope="module")
def operator(kiosk: Kiosk) -> Visitor:
    return kiosk.operator()


@pytest.fixture(scope="module")
def program(kiosk: Kiosk) -> Program:
    return Program(kiosk.app)


def run(*arguments: object) -> str:
    """Return what the command with *arguments* says; it may refuse, not break."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def words_of(code: str) -> str:
    """Return what the pages say of *code*, in English."""
    t = catalogue("en")
    return f"{t(f'error.{code}')} {t(f'error.{code}.steps')}"


def write_file(place: Path, name: str, content: Callable[[], bytes]) -> Path:
    """Return the file *name* with its *content*."""
    path = place / name
    path.write_bytes(content())
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_read_refuses_it_with_what_to_do(place: Path, name: str) -> None:
    content, code, words = REFUSED[name]
    path = write_file(place, name, content)
    with memory_limit(MOST_MIB):
        error = json.loads(run("read", path))["error"]
    assert (error["code"], words in error["message"]) == (code, True)


@pytest.mark.parametrize("name", REFUSED)
def test_enrol_refuses_it_with_what_to_do(place: Path, name: str) -> None:
    content, code, words = REFUSED[name]
    path = write_file(place, name, content)
    with memory_limit(MOST_MIB):
        output = run("enrol", "mine", path, "--kind", KIND, "--data", place)
    assert output.startswith(f"{code}: {name}")
    assert words in output


@pytest.mark.parametrize("name", REFUSED)
def test_the_page_of_sets_refuses_it_with_what_to_do(operator: Visitor, name: str) -> None:
    content, code, _ = REFUSED[name]
    file = content()
    with memory_limit(MOST_MIB):
        page = upload(operator, name, file)
    assert words_of(code) in page.text


@pytest.mark.parametrize("name", REFUSED)
def test_the_interface_refuses_it_with_what_to_do(program: Program, name: str) -> None:
    content, code, words = REFUSED[name]
    file = base64.b64encode(content()).decode()
    with memory_limit(MOST_MIB):
        answer = program.post("/sets", name="mine", kind=KIND, pictures=[file])
    error = answer.get_json()["error"]
    assert (error["code"], error["where"]) == (code, "pictures[0]")
    assert words in error["message"]


@pytest.mark.parametrize("name", REFUSED)
def test_the_camera_page_says_what_to_do(place: Path, operator: Visitor, name: str) -> None:
    content, code, _ = REFUSED[name]
    write_file(place, "photograph.png", content)
    with memory_limit(MOST_MIB):
        page = operator.go("/operator/camera").page
    assert words_of(code) in page.text
    assert operator.browser.get("/camera/look").status_code < 500


@pytest.mark.parametrize("code", sorted({code for _, code, _ in REFUSED.values()}))
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_refusal_has_words_and_a_step_in_every_language(code: str, language: str) -> None:
    knows = catalogue(language).knows
    assert knows(f"error.{code}")
    assert knows(f"error.{code}.steps")


@pytest.mark.parametrize("name", READ)
def test_a_sound_odd_file_is_taken_by_every_way_of_enrolling(
    place: Path, operator: Visitor, program: Program, name: str
) -> None:
    path = write_file(place, name, READ[name])
    file = path.read_bytes()
    assert WANTED in run("enrol", "mine", path, "--kind", KIND, "--data", place)
    assert WANTED in upload(operator, name, file).text
    coded = base64.b64encode(file).decode()
    answer = program.post("/sets", name="mine", kind=KIND, pictures=[coded])
    assert WANTED in answer.get_json()["error"]["message"]


@pytest.mark.parametrize("name", READ)
def test_a_sound_odd_file_is_shown_on_the_camera_page(
    place: Path, operator: Visitor, name: str
) -> None:
    write_file(place, "photograph.png", READ[name])
    assert operator.go("/operator/camera").sees("The light is good")
    assert "data:image/jpeg" in operator.go("/camera/look").page.html


@pytest.mark.parametrize("name", ["sixteen-bit.png", "cmyk.jpg", "alpha.webp", "upright.jpg"])
def test_an_odd_photograph_is_read_like_the_plain_one(place: Path, name: str) -> None:
    reading = json.loads(run("read", write_file(place, name, READ[name])))
    assert [tile["code"] for tile in reading["tiles"]] == [
        "2m",
        "3m",
        "4m",
        "6p",
        "7p",
        "8p",
        "1s",
        "3s",
        "3s",
        "9s",
        "6z",
        "6z",
        "1z",
    ]


def upload(operator: Visitor, name: str, file: bytes) -> Page:
    """Return the page that follows when *operator* sends the *file* to learn a set from."""
    answer = operator.browser.post(
        "/operator/sets/learn",
        data={"name": "mine", "kind": KIND, "file": (io.BytesIO(file), name)},
        headers={"Sec-Fetch-Site": "same-origin"},
        follow_redirects=True,
    )
    return Page(answer.text)
