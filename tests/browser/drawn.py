"""What is wrong with a page as it is drawn: by rulers, by the scales, and by axe."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from playwright.sync_api import Page, Route

import kiosk
from kiosk.i18n import FALLBACK, languages
from tests.browser.conftest import LANDSCAPE
from tests.browser.ways import Screen

HOME: Final = Path(kiosk.__file__).parents[1]
AXE: Final = (HOME / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
SIZES: Final = {
    "small": {"width": 800, "height": 480},
    "panel": {"width": 1024, "height": 600},
    "landscape": LANDSCAPE,
    "phone": {"width": 390, "height": 844},
    "portrait": {"width": 800, "height": 1280},
}
"""Screens by their width and height; 1024 by 600 is the commonest small panel."""
TYPE_SIZES: Final = ("normal", "large")
ALWAYS: Final = (
    ("panel", "large"),
    ("panel", "normal"),
    ("small", "normal"),
    ("landscape", "normal"),
    ("phone", "normal"),
)
"""How every screen is looked at in English, whose words are the longest."""
BY_TURNS: Final = (
    ("small", "large"),
    ("phone", "large"),
    ("landscape", "large"),
    ("portrait", "normal"),
    ("portrait", "large"),
)
"""How it is looked at besides in another language, by turns."""
TAP: Final = 48
"""The least width and height of what is tapped, in pixels."""
LEAST: Final = 14
"""The least size of letters, in pixels."""
RULERS: Final = Path(__file__).with_name("rulers.js").read_text("utf-8")
REFRESH: Final = re.compile(rb'<meta http-equiv="refresh"[^>]*>| data-again="[0-9]+"')
AUDIT: Final = """
async () => (await axe.run(document,
  { resultTypes: ["violations"], preload: false, iframes: false })).violations.map((one) =>
  `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`)
"""
TOO_HIGH: Final = """
() => {
  const main = document.querySelector("main");
  const tabs = [...document.querySelectorAll(".tab input")].filter((tab) => tab.checkVisibility());
  const isHigh = () => main && main.scrollHeight > main.clientHeight + 1;
  /* what is folded is opened row by row */
  const folded = () => [...document.querySelectorAll("main details:not(.menu, [open])")]
    .filter((row) => row.checkVisibility());
  const high = (name) => {
    if (isHigh()) return [name];
    const rows = folded().filter((row) => {
      row.open = true;
      const grows = isHigh();
      row.open = false;
      return grows;
    });
    return rows.map((row) => `${name} with ${row.querySelector("summary").innerText}`);
  };
  if (!tabs.length) return high("the page");
  const open = tabs.find((tab) => tab.checked);
  const found = tabs.flatMap((tab) => {
    tab.checked = true;
    return high(tab.labels[0].innerText);
  });
  if (open) open.checked = true;
  return found;
}
"""
LETTERS: Final = "(large) => document.documentElement.classList.toggle('size-large', large)"
SETTLES: Final = """
() => document.querySelector(".paged")
  && new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
"""
"""Waits for the frame after which the buttons of pages stand as the new size wants them."""
LEAVE: Final = "() => { dispatchEvent(new PageTransitionEvent('pagehide')); }"
"""Closes the page's stream; an empty page instead would need a new process, 0.2 s each time."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a screen is looked at."""

    language: str
    size: str
    type_size: str

    def __str__(self) -> str:
        return f"{self.language} {self.size} {self.type_size}"


def plan_looks(place: int, rounds: int) -> Iterator[list[Look]]:
    """Yield how the screen at *place* of its way is looked at: the looks of each load together.

    One round has English in all of `ALWAYS`, and by turns one other language; more rounds have
    every combination.
    """
    if rounds > 1:
        combinations = [(size, type_size) for type_size in TYPE_SIZES for size in SIZES]
        yield from ([Look(one, *how) for how in combinations] for one in languages())
        return
    others = [language for language in languages() if language != FALLBACK]
    yield [Look(FALLBACK, *how) for how in ALWAYS]
    turn = BY_TURNS[place % len(BY_TURNS)]
    yield [Look(others[place % len(others)], *how) for how in (ALWAYS[1], turn)]


def draw(page: Page, address: str, screen: Screen, look: Look) -> None:
    """Show *screen* of the kiosk at *address* as *look* says."""
    cookies = {"language": look.language, "size": look.type_size, **screen.cookies}
    page.context.clear_cookies()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
    )
    resize(page, look)
    if screen.form is not None or screen.file is not None:
        _go(page, address + screen.address, partial(_send, screen))
    elif screen.reloads:
        _go(page, address + screen.address, _answer_once)
    else:
        page.goto(address + screen.address)
    page.evaluate("document.fonts.ready")


def resize(page: Page, look: Look) -> None:
    """Give the screen the size of *look*, and its letters."""
    page.set_viewport_size(SIZES[look.size])  # type: ignore[arg-type]
    page.evaluate(LETTERS, look.type_size == "large")
    page.evaluate(SETTLES)


def leave(page: Page) -> None:
    """Let *page* hear nothing more of the table, as if it were left, but keep its process."""
    page.evaluate(LEAVE)


def find_faults(page: Page, *, in_reach: bool = False) -> list[str]:
    """Return what is wrong with what *page* shows, by the rulers; *in_reach*: under a finger too.

    To scroll to every button takes ten times as long as all else that is measured.
    """
    faults: list[str] = page.evaluate(RULERS, {"tap": TAP, "least": LEAST, "inReach": in_reach})
    return faults


def find_high_tabs(page: Page) -> list[str]:
    """Return which tabs of *page* are higher than the screen, or with which row opened.

    A page without tabs is "the page".
    """
    return list(page.evaluate(TOO_HIGH))


def audit(page: Page) -> list[str]:
    """Return what axe finds."""
    page.evaluate(AXE)
    return list(page.evaluate(AUDIT))


def _go(page: Page, address: str, handler: Callable[[Route], None]) -> None:
    """Open *address*, whose request goes to *handler*.

    A route that ends by itself (`times=1`) ends a moment later, and may take the next one along.
    """
    page.route(address, handler)
    page.goto(address)
    page.unroute(address, handler)


def _send(screen: Screen, route: Route) -> None:
    """Ask for the page as the form of *screen* would."""
    kind, body = "application/x-www-form-urlencoded", b""
    if screen.file is not None:
        kind, body = "multipart/form-data; boundary=--of--", _encode_file(*screen.file)
    elif screen.form is not None:
        body = urlencode({"op": uuid.uuid4().hex, **screen.form}).encode()
    headers = {**route.request.headers, "content-type": kind}
    route.continue_(method="POST", post_data=body, headers=headers)


def _answer_once(route: Route) -> None:
    """Answer with the page, but without its wish to be loaded again."""
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "refresh"}
    route.fulfill(response=answer, headers=headers, body=REFRESH.sub(b"", answer.body()))


def _encode_file(field: str, name: str, content: bytes) -> bytes:
    """Return a form's body with one file."""
    head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"'
    return b"----of--\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n----of----\r\n"
