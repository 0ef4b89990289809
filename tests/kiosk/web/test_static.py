"""The style sheets name nothing that no page has, and each page finds the sheets that it names."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import kiosk
from kiosk.web.app import STATIC, static_version
from kiosk.web.context import YEAR_S
from tests.kiosk.web.parlour import Parlour

HOME: Final = Path(kiosk.__file__).parent
SHEETS: Final = sorted((HOME / "web" / "static" / "css").glob("*.css"))
BODY: Final = re.compile(r"/\*.*?\*/|\{[^{}]*\}", re.DOTALL)
CLASS: Final = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
SHEET: Final = re.compile(r"filename='css/(\w+)\.css'|set sheet = \"(\w+)\"")


@cache
def pages() -> str:
    """Return everything that makes a page: templates, the code behind them, cards, scripts."""
    files = [*HOME.rglob("*.html"), *HOME.glob("*.py"), *HOME.glob("web/**/*.py")]
    files += HOME.parent.glob("rules/games/cards/hanafuda.py")
    return "\n".join(file.read_text("utf-8") for file in (*files, *HOME.glob("web/static/js/*.js")))


def is_on_a_page(name: str) -> bool:
    """Return whether a page has the class *name*, whole or put together as `seat-{number}`."""
    stem = name.rpartition("-")[0]
    alternative = rf"|(?<![\w-]){re.escape(stem)}-(?:{{|' ~)" if stem else ""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]){alternative}", pages()) is not None


def test_a_browser_keeps_a_static_file_under_an_address_that_changes_with_the_files(
    parlour: Parlour, tmp_path: Path
) -> None:
    browser = parlour.app.test_client()
    page = browser.get("/").text
    (address,) = re.findall(r"/static/\w+/js/kiosk\.js", page)
    with browser.get(address) as answer:
        assert (answer.status_code, answer.cache_control.max_age) == (200, YEAR_S)
    copy = shutil.copytree(STATIC, tmp_path / "static")
    (copy / "js" / "kiosk.js").write_text("// another", "utf-8")
    assert address.split("/")[2] == static_version(STATIC) != static_version(copy)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.stem))
def test_a_sheet_styles_what_a_page_has(sheet: Path) -> None:
    names = set(CLASS.findall(BODY.sub("{}", sheet.read_text("utf-8"))))
    assert {name for name in names if not is_on_a_page(name)} == set()


def test_every_sheet_is_named_by_a_page() -> None:
    sheet_names = {name for names in SHEET.findall(pages()) for name in names if name}
    assert sheet_names == {sheet.stem for sheet in SHEETS}
