"""The house's own rules on the pages: kept by the operator, offered first, noted in the ledger."""

from __future__ import annotations

import io

import pytest

from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor

PIN = "2468"


@pytest.fixture
def operator(parlour: Parlour) -> Visitor:
    """Return someone who has unlocked the operator's pages."""
    parlour.operator_context.pin_lock.choose(PIN)
    return parlour.visitor().go("/operator/").tap("Unlock", pin=PIN)


def read_values(visitor: Visitor, option: str) -> list[str]:
    """Return the values of *option* that stand chosen on the options page."""
    (form,) = [one for one in visitor.page.forms if one.id == "options"]
    return [value for name, value in form.fields if name == option]


def keep(operator: Visitor, options: str, name: str = "Club") -> Visitor:
    """Keep these riichi options under *name*."""
    return operator.go(f"/presets/riichi?{options}").tap("Save", name=name)


def test_only_the_operator_keeps_rules(parlour: Parlour, operator: Visitor) -> None:
    assert parlour.visitor().go("/presets/riichi?kiriage=true").sees("PIN")
    assert keep(operator, "kiriage=true").sees("Saved as Club.")


def test_the_name_of_each_game_with_kept_rules_leads_to_the_rules_of_the_game(
    operator: Visitor,
) -> None:
    keep(operator, "kiriage=true").go("/presets/yiwu").tap("Save", name="Home")
    operator.go("/presets/wuhan")
    links = [target.href for target in operator.page.targets if target.href.startswith("/rules/")]
    assert links == ["/rules/wuhan", "/rules/riichi", "/rules/yiwu"]


def test_kept_rules_are_what_a_session_begins_with(parlour: Parlour, operator: Visitor) -> None:
    keep(operator, "kiriage=true")
    assert read_values(parlour.visitor().go("/new/riichi"), "kiriage") == ["true"]
    assert read_values(parlour.visitor().go("/new/riichi?rules=sheet"), "kiriage") == ["false"]


def test_without_kept_rules_the_last_ones_are_the_first(parlour: Parlour) -> None:
    parlour.sit_down("riichi", "rounds=1").tap("End session", "Hold to end")
    assert read_values(parlour.visitor().go("/new/riichi"), "rounds") == ["1"]


def test_the_ledger_says_by_which_rules_a_session_opened(
    parlour: Parlour, operator: Visitor
) -> None:
    keep(operator, "kiriage=true")
    visitor = parlour.visitor().go("/new/riichi/seats?kiriage=true").tap("Start", name=list(NAMES))
    assert visitor.go("/ledger/").sees("Club · v1 · ")
    assert visitor.go("/rules/riichi").sees("Club · v1 · ")
    visitor.go("/repair/rules?kiriage=false").tap("Hold to change the rules")
    assert not visitor.go("/ledger/").sees("Club · v1 · ")


def test_other_rules_are_not_called_the_house_s(parlour: Parlour, operator: Visitor) -> None:
    keep(operator, "kiriage=true")
    assert not parlour.sit_down("riichi", "rounds=1").go("/ledger/").sees("Club")


def test_a_code_and_a_file_bring_them_elsewhere(operator: Visitor) -> None:
    keep(operator, "kiriage=true")
    picture = operator.browser.get("/presets/riichi/qr.svg?name=Club")
    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    assert operator.browser.get("/presets/riichi/qr.svg?name=Pub").status_code == 404
    text = operator.browser.get("/presets.json").text
    operator.go("/presets/").tap("Hold to remove")
    assert not operator.sees("Club")
    operator.tap("Import", text=text)
    assert operator.sees("House rules imported: 1")
    assert operator.sees("Club Riichi mahjong v1 · ")
    assert operator.tap("Import", text="{}").sees("This file holds no house rules.")


def test_a_file_is_taken_in_too(operator: Visitor) -> None:
    content = b'[{"ruleset": "riichi", "name": "Club", "options": {"kiriage": true}}]'
    fields = {"file": (io.BytesIO(content), "rules.json")}
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = operator.browser.post("/presets/", data=fields, headers=headers)
    assert answer.status_code == 303
    assert operator.go("/presets/").sees("Round up to mangan (切り上げ満貫): On")
