"""Every route that changes something is refused to whoever has no right to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kiosk.access.operator import temporary_operator_context
from kiosk.access.request_guard import HEADERS, SAFE, find_right
from kiosk.access.rights import GUARDED, ORDER, SCOPES, Right
from kiosk.settings import Settings
from tests.kiosk.access.quiet import quiet_service
from tests.kiosk.whole_app import create_app

OURS = {"Sec-Fetch-Site": "same-origin"}
FOREIGN = ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://example.org"}, {"Origin": "null"})
FILLED = {"int": "1", "path": "wuhan", "default": "wuhan"}
REFUSED = {401, 403}


class Door(NamedTuple):
    """One method of one route, with an address of it."""

    method: str
    path: str
    right: Right
    is_call: bool


def doors(app: Flask) -> Iterator[Door]:
    """Yield every method of every route."""
    for rule in app.url_map.iter_rules():
        path = "".join(FILLED[part] if is_name else part for is_name, part in _parts(rule.rule))
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            right = find_right(app, rule.endpoint, method)
            yield Door(method, path, right, path.startswith("/api/"))


def _parts(rule: str) -> Iterator[tuple[bool, str]]:
    """Yield the pieces of a rule: converters (`int`, `default`) and plain text."""
    for piece in rule.split("<"):
        name, bracket, rest = piece.partition(">")
        if not bracket:
            yield False, piece
            continue
        yield True, name.partition(":")[0] if ":" in name else "default"
        yield False, rest


DOORS = sorted(
    doors(create_app(quiet_service(None), operator_context=temporary_operator_context())),
    key=lambda door: (door.path, door.method),
)
CHANGING = [door for door in DOORS if door.method not in SAFE]
CLOSED = [door for door in CHANGING if door.right is not Right.OPEN]


def name_door(door: Door) -> str:
    return f"{door.method} {door.path}"


class House:
    """A kiosk whose ledger and secrets must stay as they are."""

    def __init__(self, folder: Path) -> None:
        self.operator_context = temporary_operator_context(Settings(data_dir=folder))
        self.operator_context.pin_lock.choose("2468")
        self.service = quiet_service(folder / "ledger.sqlite")
        self.app = create_app(self.service, operator_context=self.operator_context)
        self.tokens = {
            right: self.operator_context.secrets.make_token(str(right), right, 0)[1]
            for right in SCOPES
        }
        self._before = self._now()

    def knock(self, door: Door, headers: dict[str, str]) -> TestResponse:
        """Call a door with nothing in hand but *headers*."""
        browser = self.app.test_client()
        return browser.open(door.path, method=door.method, headers=headers, data={"op": "knocking"})

    @property
    def is_untouched(self) -> bool:
        """Return whether nothing has changed."""
        return self._now() == self._before

    def _now(self) -> object:
        view = self.service.view()
        secrets = self.operator_context.secrets.read()
        return view.seq, view.stage, view.draft, self.service.players(), secrets


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    place = House(tmp_path_factory.mktemp("house"))
    yield place
    place.service.close()


def test_the_table_has_every_changing_route() -> None:
    assert len(CHANGING) > 70
    assert {door.right for door in CHANGING} == set(ORDER) - {Right.READ}


@pytest.mark.parametrize("door", CLOSED, ids=name_door)
def test_who_shows_nothing_is_refused(house: House, door: Door) -> None:
    assert house.knock(door, {}).status_code in REFUSED
    assert house.is_untouched


@pytest.mark.parametrize("door", CHANGING, ids=name_door)
@pytest.mark.parametrize("headers", FOREIGN, ids=["site", "origin", "hidden"])
def test_a_foreign_page_is_refused(house: House, door: Door, headers: dict[str, str]) -> None:
    assert house.knock(door, headers).status_code == 403
    assert house.is_untouched


@pytest.mark.parametrize("door", CHANGING, ids=name_door)
def test_a_token_that_is_none_is_refused(house: House, door: Door) -> None:
    assert house.knock(door, {"Authorization": "Bearer jantaku_guess"}).status_code == 401
    assert house.is_untouched


@pytest.mark.parametrize("door", [d for d in DOORS if d.right in GUARDED], ids=name_door)
def test_without_the_pin_our_own_page_does_not_get_in(house: House, door: Door) -> None:
    answer = house.knock(door, OURS)
    if door.is_call:
        assert answer.status_code == 401
    else:
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/operator/pin?then=")
    assert house.is_untouched


@pytest.mark.parametrize("door", [d for d in CLOSED if d.right is not Right.READ], ids=name_door)
def test_a_token_for_less_is_refused(house: House, door: Door) -> None:
    lower = ORDER[ORDER.index(door.right) - 1]
    headers = {"Authorization": f"Bearer {house.tokens[lower]}"}
    assert house.knock(door, headers).status_code == 403
    assert house.is_untouched


@pytest.mark.parametrize("door", [d for d in CLOSED if d.is_call], ids=name_door)
def test_a_token_that_is_enough_gets_in(house: House, door: Door) -> None:
    headers = {"Authorization": f"Bearer {house.tokens[door.right]}"}
    assert house.knock(door, headers).status_code in {400, 404}  # in, with nothing useful to say


@pytest.mark.parametrize("door", DOORS, ids=name_door)
def test_every_answer_carries_the_protecting_headers(house: House, door: Door) -> None:
    with house.knock(door, {}) as answer:
        headers = {name: answer.headers.get(name) for name in HEADERS}
    assert headers == HEADERS


def test_every_call_of_the_interface_says_its_right(house: House) -> None:
    views = house.app.view_functions
    silent = [
        name
        for name, view in views.items()
        if name.startswith("api.") and not hasattr(view, "right")
    ]
    assert silent == []
