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
AXE: Final = HOME / "node_modules" / "axe-core" / "axe.min.js"
SIZES: Final = {
    "landscape": LANDSCAPE,
    "small": {"width": 800, "height": 480},
    "portrait": {"width": 800, "height": 1280},
    "phone": {"width": 390, "height": 844},
}
WIDE: Final = (("landscape", "small"), ("portrait", "phone"))
TYPE_SIZES: Final = ("normal", "large")
MOST_BYTES: Final = 250_000
"""What a page may weigh, fonts apart (kiosk.md, section 6)."""
TAP: Final = 48
"""The least width and height of what is tapped, in pixels."""
FAULTS: Final = """
(tap) => {
  const faults = [];
  const isTurned = /page-turned/.test(document.documentElement.className);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  const isShown = (one) => one.checkVisibility() && one.getClientRects().length;
  const named = (one) => (one.getAttribute("aria-label") || one.innerText || one.name
    || one.className).trim().slice(0, 40);
  const targets = [...document.querySelectorAll("button, a[href], summary, select, textarea, " +
    "input:not([type=hidden])")].filter(isShown);
  const area = (one) => {
    const label = one.matches("[type=radio], [type=checkbox]") && one.closest("label");
    return (label || one).getBoundingClientRect();
  };
  const boxes = targets.map((one) => [one, area(one)]);
  for (const [one, box] of boxes) {
    const name = named(one), within = one.closest(".scroll");
    if (box.width < tap - .5 || box.height < tap - .5)
      faults.push(`small: ${name} ${Math.round(box.width)}×${Math.round(box.height)}`);
    const isOut = box.left < -1 || box.right > innerWidth + 1;
    if (isOut && !within && !isTurned) faults.push(`outside: ${name}`);
    if (one.scrollWidth > one.clientWidth + 2) faults.push(`clipped: ${name}`);
  }
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const frame = (it) => it.closest("main, header, footer");
    if (frame(one) !== frame(other) || wide < 2 || high < 2) continue;
    faults.push(`overlap: ${named(one)} / ${named(other)}`);
  }
  for (const one of document.querySelectorAll("body *")) {
    const style = getComputedStyle(one);
    if (!isShown(one) || one.closest("svg, .visually-hidden, select, option, datalist")) continue;
    const cut = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 2;
    const own = [...one.childNodes].some((it) => it.nodeType === 3 && it.data.trim());
    if (cut && own && style.overflowX !== "auto") faults.push(`cut text: ${named(one)}`);
    const frame = one.closest(".scroll, .menu, .side, pre");
    const box = one.getBoundingClientRect();
    if (own && !frame && !isTurned && box.right > innerWidth + 1)
      faults.push(`text outside: ${named(one)}`);
    const raw = own && !one.closest("code, pre, [lang=en] .facts, .facts[lang=en]") &&
      /\\b(ui|error|rule|ruleset|reason|element|fault|option)\\.[a-z_]+/.exec(one.innerText);
    if (raw && !one.closest(".events")) faults.push(`no words: ${raw[0]}`);
  }
  const primary = !isTurned && document.querySelector("footer .primary");
  if (primary) {
    const box = primary.getBoundingClientRect();
    if (box.bottom > innerHeight) faults.push("the primary button is below the edge");
    if (box.right < innerWidth * 0.9) faults.push("the primary button is not on the right");
    if (box.height < 72) faults.push("the primary button is low");
  }
  for (const one of targets) {
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = area(one), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const label = one.closest("label");
    if (!hit || !(one.contains(hit) || hit.contains(one) || (label && label.contains(hit))))
      faults.push(`out of reach: ${named(one)}`);
  }
  const main = document.querySelector("main");
  const hasFrame = main && !isTurned && document.querySelector("footer.actions");
  if (hasFrame && main.clientHeight < innerHeight * .4)
    faults.push(`main has ${main.clientHeight} of ${innerHeight} px`);
  const scrolled = [...document.querySelectorAll("*")].filter(
    (one) => one.scrollTop || one.scrollLeft);
  for (const one of scrolled) one.scrollTo(0, 0);
  return [...new Set(faults)];
}
"""
REFRESH: Final = re.compile(rb'<meta http-equiv="refresh"[^>]*>')
WEIGHT: Final = """
() => performance.getEntriesByType("navigation")
  .concat(performance.getEntriesByType("resource"))
  .filter((one) => !one.name.includes("/vendor/noto-sans"))
  .reduce((sum, one) => sum + one.decodedBodySize, 0)
"""
AUDIT: Final = """
async () => (await axe.run(document,
  { resultTypes: ["violations"], preload: false, iframes: false })).violations.map((one) =>
  `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`)
"""
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


def looks(place: int, rounds: int) -> Iterator[Look]:
    """Yield how the screen at *place* of its way is looked at, those of one load together.

    One round has English, whose words are the longest, and by turns one other language; between
    them they have each size and each type size. More rounds have every combination.
    """
    others = [language for language in languages() if language != FALLBACK]
    if rounds == 1:
        turn, flip = place % 2, place // 2 % 2
        loads = [
            (FALLBACK, TYPE_SIZES[flip], WIDE[turn]),
            (others[place % len(others)], TYPE_SIZES[1 - flip], WIDE[1 - turn]),
        ]
    else:
        loads = [(one, size, sum(WIDE, ())) for one in languages() for size in TYPE_SIZES]
    for language, type_size, sizes in loads:
        yield from (Look(language, size, type_size) for size in sizes)


def draw(page: Page, address: str, screen: Screen, look: Look) -> None:
    """Show *screen* of the kiosk at *address* as *look* says."""
    chosen = {"language": look.language, "size": look.type_size, **screen.cookies}
    page.context.clear_cookies()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in chosen.items()]
    )
    resize(page, look)
    if screen.form is not None or screen.file is not None:
        _go(page, address + screen.address, partial(_send, screen))
    elif screen.looks_again:
        _go(page, address + screen.address, _once)
    else:
        page.goto(address + screen.address)
    page.evaluate("document.fonts.ready")


def resize(page: Page, look: Look) -> None:
    """Give the screen the size of *look*."""
    page.set_viewport_size(SIZES[look.size])  # type: ignore[arg-type]


def leave(page: Page) -> None:
    """Let *page* hear nothing more of the table, as if it were left, but keep its process."""
    page.evaluate(LEAVE)


def faults(page: Page, *, audited: bool) -> list[str]:
    """Return what is wrong with what *page* shows, by the rulers and, *audited*, by axe."""
    told: list[str] = page.evaluate(FAULTS, TAP)
    weight = page.evaluate(WEIGHT)
    if weight > MOST_BYTES:
        told.append(f"the page weighs {weight} bytes")
    if not audited:
        return told
    page.evaluate(AXE.read_text("utf-8"))
    return told + list(page.evaluate(AUDIT))


def _go(page: Page, address: str, way: Callable[[Route], None]) -> None:
    """Open *address*, asked for in another *way*.

    A way that ends by itself (`times=1`) ends a moment later, and may take the next one along.
    """
    page.route(address, way)
    page.goto(address)
    page.unroute(address, way)


def _send(screen: Screen, route: Route) -> None:
    """Ask for the page as the form of *screen* would."""
    kind, sent = "application/x-www-form-urlencoded", b""
    if screen.file is not None:
        kind, sent = "multipart/form-data; boundary=--of--", _part(*screen.file)
    elif screen.form is not None:
        sent = urlencode({"op": uuid.uuid4().hex, **screen.form}).encode()
    headers = {**route.request.headers, "content-type": kind}
    route.continue_(method="POST", post_data=sent, headers=headers)


def _once(route: Route) -> None:
    """Answer with the page, but without its wish to be loaded again."""
    answer = route.fetch()
    kept = {name: value for name, value in answer.headers.items() if name != "refresh"}
    route.fulfill(response=answer, headers=kept, body=REFRESH.sub(b"", answer.body()))


def _part(field: str, name: str, content: bytes) -> bytes:
    """Return a form's body with one file."""
    head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"'
    return b"----of--\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n----of----\r\n"
