"""What is chosen for a screen stays with it, and shows on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kiosk.web.parlour import Parlour


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        ("Large", "size-large"),
        ("List", "view-list"),
        ("Loud", 'data-sound="loud"'),
        ("after 10 minutes", 'data-dim="10"'),
    ],
)
def test_what_is_chosen_holds_on_every_page(parlour: Parlour, words: str, shows: str) -> None:
    someone = parlour.visitor().tap("Settings")
    assert shows not in someone.page.html
    assert someone.tap(words).path == "/settings"
    assert shows in someone.page.html
    assert shows in someone.go("/new").page.html
    assert shows not in parlour.visitor().page.html


def test_the_language_is_chosen_here_too(parlour: Parlour) -> None:
    someone = parlour.visitor().tap("Settings").tap("日本語", place=1)
    assert (someone.path, someone.sees("設定")) == ("/settings", True)


def test_the_operators_pages_are_behind_the_settings(parlour: Parlour) -> None:
    assert parlour.visitor().tap("Settings", "Operator").path == "/operator/pin"
