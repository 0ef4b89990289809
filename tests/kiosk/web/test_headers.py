"""What protects every page, and that no page needs an exception from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kiosk
from kiosk.web.app import WebConfig
from kiosk.web.context import YEAR_S
from kiosk.web.svg.pieces import faces
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app

FACES = f"/faces/{faces('tiles').version}/tiles.svg"
TEMPLATES = sorted((Path(kiosk.__file__).parent / "web" / "templates").glob("*.html"))


@pytest.mark.parametrize("path", ["/", "/new", "/ledger/", "/nowhere", "/api/v1/state", FACES])
def test_every_answer_carries_the_headers(visitor: Visitor, path: str) -> None:
    headers = visitor.browser.get(path).headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_inline_script_or_style(template: Path) -> None:
    html = template.read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html)
    scripts = re.findall(r"<script[^>]*>", html)
    assert all("src=" in tag or 'type="application/json"' in tag for tag in scripts)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_page_asks_another_host_for_anything(template: Path) -> None:
    assert not re.search(
        r"""(?:src|href|action)=["']?(?:https?:)?//""", template.read_text("utf-8")
    )


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_form_that_acts_names_its_operation(template: Path) -> None:
    forms = re.findall(r'<form[^>]*method="post".*?</form>', template.read_text("utf-8"), re.S)
    of_this_screen = ("actions.lobby.choose_language", "actions.lobby.choose_display")
    kinds = [form for form in forms if not any(name in form for name in of_this_screen)]
    assert all("{{ hidden() }}" in form for form in kinds)


def test_the_language_cookie_stays_on_this_site(visitor: Visitor) -> None:
    answer = visitor.browser.post(
        "/language", data={"language": "ja"}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]


def test_a_kiosk_on_loopback_answers_to_its_own_names_only(parlour: Parlour) -> None:
    config = WebConfig(hosts=("localhost", "127.0.0.1"))
    browser = create_app(parlour.service, config).test_client()
    assert browser.get("/").status_code == 200
    assert browser.get("/", headers={"Host": "rebound.example.org"}).status_code == 400


def test_a_browser_keeps_the_faces_of_a_deck_until_they_are_drawn_again(visitor: Visitor) -> None:
    answer = visitor.browser.get(FACES)
    assert (answer.status_code, answer.cache_control.max_age) == (200, YEAR_S)
    old = visitor.browser.get("/faces/of-old/tiles.svg")
    assert (old.status_code, old.cache_control.max_age) == (200, None)
    assert visitor.browser.get("/faces/of-old/chess.svg").status_code == 404
