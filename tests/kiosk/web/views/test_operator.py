"""What the operator sees and does behind the PIN: machine, camera, ledger, tokens, bundle."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.access.rights import Right
from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor, unlock

PIN = "2468"


@pytest.fixture
def operator(parlour: Parlour) -> Visitor:
    """Return someone who has unlocked the operator's pages."""
    return unlock(parlour.app)


def test_the_pin_opens_the_health_page(operator: Visitor) -> None:
    assert operator.path == "/operator/"
    assert operator.sees("Health")


def test_the_page_that_was_asked_for_follows_the_pin(parlour: Parlour) -> None:
    parlour.operator_context.pin_lock.choose(PIN)
    someone = parlour.visitor().go("/operator/tokens")
    assert someone.tap("Unlock", pin=PIN).path == "/operator/tokens"


def test_locking_asks_for_the_pin_again(operator: Visitor) -> None:
    operator.tap("Lock")
    assert operator.go("/operator/").path == "/operator/pin"


def test_a_wrong_pin_says_so_and_five_say_how_long_to_wait(parlour: Parlour) -> None:
    parlour.operator_context.pin_lock.choose(PIN)
    someone = parlour.visitor().go("/operator/")
    assert someone.tap("Unlock", pin="1111").sees("Wrong PIN.")
    for _ in range(4):
        someone.tap("Unlock", pin="1111")
    someone.tap("Unlock", pin=PIN)
    assert re.search(r"Wait \d+ s\.", someone.page.text)
    assert someone.path == "/operator/pin"


def test_no_guest_chooses_the_pin_of_a_kiosk_that_has_none(parlour: Parlour) -> None:
    someone = parlour.visitor().go("/operator/")
    assert someone.sees("No PIN has been chosen yet.")
    assert not any(target.text == "Unlock" for target in someone.page.targets)


def test_two_different_new_pins_are_refused(operator: Visitor) -> None:
    operator.go("/operator/tokens").tap("Choose a PIN", pin="1357", again="2468")
    assert operator.sees("The two PINs are not the same.")


def test_staff_see_lamps_with_a_word_each_and_nothing_technical(operator: Visitor) -> None:
    for words in ("It sees the table.", "Hands can be saved.", "Plenty of space."):
        assert operator.sees(words)
    for words in ("sqlite", "Python", "MiB"):
        assert not operator.sees(words)


def test_a_camera_without_a_picture_is_a_red_lamp(parlour: Parlour) -> None:
    parlour.camera.picture = b""
    assert unlock(parlour.app).sees("No picture. Check its cable and the light.")


def test_what_goes_wrong_again_and_again_is_told_with_its_side_and_advice(
    parlour: Parlour, operator: Visitor, tmp_path: Path
) -> None:
    bench = Bench(tmp_path)
    parlour.service.maintenance = bench.maintenance
    history = bench.maintenance.faults
    for _ in range(120):
        history.note_hand()
    for code, side in ((203, 2), (203, 2), (203, 2), (205, 1)):
        history.note(code, side)
    operator.go("/operator/")
    assert operator.sees("Tiles are jammed at the wall builder. (203) · Side 2 3×, every 40 hands")
    assert operator.page.text.count("Due:") == 1
    operator.tap("Serviced", place=0)
    bench.close()
    assert [one.code for one in history.troubles()] == [205]
    assert not operator.sees("(203)")


def test_versions_chain_and_bundle_are_for_support(operator: Visitor) -> None:
    operator.go("/operator/support")
    for words in ("sqlite", "MiB free", "Ledger file", "Log", "Access", "Support bundle"):
        assert operator.sees(words)


def test_a_kiosk_without_machine_says_so(operator: Visitor) -> None:
    assert operator.go("/operator/machine").sees("There is no machine")


def test_lights_show_where_both_sets_are(
    parlour: Parlour, operator: Visitor, tmp_path: Path
) -> None:
    bench = Bench(tmp_path)
    parlour.service.maintenance = bench.maintenance
    html = operator.go("/operator/machine").page.html
    bench.close()
    current_items = re.findall(r'aria-current="true"><svg.*?</svg><span>(.*?)</span>', html)
    assert current_items == ["in the machine", "in the box"]


def test_the_light_is_measured(parlour: Parlour, operator: Visitor) -> None:
    is_encoded, jpeg = cv2.imencode(".jpg", np.full((90, 120, 3), 20, np.uint8))
    assert is_encoded
    parlour.camera.picture = jpeg.tobytes()
    assert operator.go("/operator/camera").sees("Too dark: more light over the table.")


def test_a_camera_that_gives_no_picture_is_told(operator: Visitor) -> None:
    assert operator.go("/operator/camera").status == 200
    assert operator.sees("picture")


def test_a_table_without_markers_is_not_calibrated(parlour: Parlour, operator: Visitor) -> None:
    is_encoded, jpeg = cv2.imencode(".jpg", np.full((90, 120, 3), 120, np.uint8))
    assert is_encoded
    parlour.camera.picture = jpeg.tobytes()
    operator.go("/operator/camera").tap("Find the table")
    assert "banner wrong" in operator.page.html
    assert not (parlour.operator_context.settings.data_dir / "calibration.json").exists()


def test_nothing_is_calibrated_in_the_middle_of_a_hand(parlour: Parlour, operator: Visitor) -> None:
    is_encoded, jpeg = cv2.imencode(".jpg", np.full((90, 120, 3), 120, np.uint8))
    assert is_encoded
    parlour.camera.picture = jpeg.tobytes()
    parlour.sit_down().tap("Skip the machine")
    operator.go("/operator/camera").tap("Find the table")
    assert operator.sees("A hand is being played.")


def test_a_token_is_shown_once_and_can_be_taken_back(parlour: Parlour, operator: Visitor) -> None:
    operator.go("/operator/tokens").tap("Create token", label="score board", scope="score")
    text = re.findall(r"jantaku_[\w-]+", operator.page.html)[0]
    assert parlour.operator_context.secrets.right_of(text) is Right.SCORE
    operator.go("/operator/tokens")
    assert text not in operator.page.html
    operator.tap("Revoke score board")
    assert parlour.operator_context.secrets.right_of(text) is None


def test_two_taps_make_one_token(parlour: Parlour, operator: Visitor) -> None:
    form = operator.go("/operator/tokens").find("Create token").form
    assert form is not None
    fields = [pair for pair in form.fields if pair[0] not in ("label", "scope")]
    for _ in range(2):
        operator.send(form, [*fields, ("label", "score board"), ("scope", "read")])
    assert len(parlour.operator_context.secrets.read().tokens) == 1


def test_a_new_pin_shuts_the_door(operator: Visitor) -> None:
    operator.go("/operator/tokens").tap("Choose a PIN", pin="1357", again="1357")
    assert operator.path == "/operator/pin"
    assert operator.tap("Unlock", pin="1357").path == "/operator/tokens"


def test_the_bundle_tells_versions_checks_and_the_ledger(operator: Visitor) -> None:
    answer = operator.browser.get("/operator/bundle.zip")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as bundle:
        assert {"versions.json", "settings.json", "log.txt"} <= set(bundle.namelist())
        assert json.loads(bundle.read("ledger.json"))["is_whole"]


def test_the_ledger_is_verified_on_its_page(operator: Visitor) -> None:
    assert operator.go("/operator/ledger/").sees("Ledger OK")
