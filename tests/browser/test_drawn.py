"""The rulers find what is wrong: each of these pages has one fault, and a sound one has none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import open_screen
from tests.browser.drawn import find_faults

pytestmark = pytest.mark.browser

FRAME = """
<!doctype html><html lang="en"><style>
  html, body { height: 100%; margin: 0; font: 20px/1.3 sans-serif; background: #fff }
  body { display: grid; grid-template-rows: minmax(0, 1fr) auto }
  main { overflow: auto } button { font: inherit; min-width: 60px; min-height: 60px }
  footer { display: flex; justify-content: flex-end } .primary { min-height: 72px }
  .card { width: 200px; padding: 4px; border: 1px solid }
  h1 { position: absolute; clip-path: inset(50%) }
</style><main><h1>A hand</h1>{page}</main>
<footer class="actions"><button class="primary">Go</button></footer>
"""
LONG = "Maximiliane-Charlotte-Wilhelmine"
SOUND = f"""
<section class="card">Points <b>25,000</b><p style="overflow: hidden; text-overflow: ellipsis;
white-space: nowrap">{LONG}</p><button>Win</button></section>
<div class="scroll card" style="overflow: auto; white-space: nowrap">{LONG} {LONG}</div>
"""
BROKEN = {
    "cut text: Maximiliane": f'<p class="card" style="overflow: hidden">{LONG} {LONG * 2}</p>',
    "cut text: Points": '<div style="height: 12px; overflow: hidden">Points</div>',
    "text leaves its card: Maximiliane": f'<p class="card" style="width: 90px">{LONG}</p>',
    "text leaves its card: Points": '<div class="card" style="height: 9px">Points<br>Sum</div>',
    "text outside: Maximiliane": f'<pre style="position: fixed; left: 90%">{LONG}</pre>',
    "no room: Maximiliane": f'<div style="width: 20px; overflow: hidden; white-space: nowrap;'
    f' text-overflow: ellipsis">{LONG}</div>',
    "no heading": "<style>h1 { display: none }</style>",
    "the page scrolls sideways": '<p style="width: 200vw">Points</p>',
    "overlap: Points / Sum": '<p>Points</p><p style="margin-top: -40px">Sum</p>',
    "overlap: Win / Draw": '<button>Win</button><button style="margin-left: -30px">Draw</button>',
    "covered: Points / Win": '<p>Points</p><button style="position: fixed; top: 0">Win</button>',
    "small: Win 60×30": '<button style="min-height: 30px; height: 30px">Win</button>',
    "clipped: Maximiliane": f'<button style="width: 80px; overflow: hidden">{LONG}</button>',
    "tiny text: Sum 9 px": '<p style="font-size: 9px">Sum</p>',
    "no words: ui.total": "<p>ui.total</p>",
    "out of reach: Win": '<button>Win</button><p style="position: fixed; inset: 0"></p>',
    "main has": "<style>footer { height: 80vh; align-items: end }</style><p>Points</p>",
    "the primary button is low": "<style>.primary { min-height: 60px }</style><p>Points</p>",
    "the primary button is not on the right": "<style>footer { justify-content: start }</style>",
    "the primary button is below the edge": "<style>footer { margin-bottom: -30px }</style>",
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    return open_screen(browser).new_page()


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_found(page: Page, fault: str) -> None:
    page.set_content(FRAME.replace("{page}", BROKEN[fault]))
    assert any(one.startswith(fault) for one in find_faults(page, in_reach=True))


def test_a_sound_page_has_none(page: Page) -> None:
    page.set_content(FRAME.replace("{page}", SOUND))
    assert find_faults(page, in_reach=True) == []
