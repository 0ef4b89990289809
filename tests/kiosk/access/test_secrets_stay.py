"""No secret reaches the log, a page, or the bundle for support; strange hosts get nothing."""

from __future__ import annotations

import io
import logging
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.access.operator import temporary_operator_context
from kiosk.access.rights import Right
from kiosk.access.secrets import Secrets
from kiosk.camera.video import VideoCamera
from kiosk.errors import without_secrets
from kiosk.settings import Settings
from kiosk.support.doctor import describe_settings
from kiosk.web.app import WebConfig
from kiosk.wiring import Devices, open_service
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import Program
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.whole_app import create_app
from vision.errors import NoFrameError

OURS = {"Sec-Fetch-Site": "same-origin"}
PIN = "846297"
PAUSE_S = 0.02


def test_pin_token_and_cookie_secret_are_not_logged(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger().addHandler(parlour.operator_context.log)
    browser = parlour.app.test_client()
    token = parlour.operator_context.secrets.make_token("scores", Right.READ, 0)[1]
    parlour.operator_context.pin_lock.choose(PIN)
    browser.post("/operator/pin", data={"pin": "846298"}, headers=OURS)
    browser.post("/operator/pin", data={"pin": PIN}, headers=OURS)
    browser.get("/api/v1/table", headers={"Authorization": f"Bearer {token}"})
    browser.get("/api/v1/table", headers={"Authorization": f"Bearer {token}x"})
    packed = browser.get("/operator/bundle.zip").data
    logging.getLogger().removeHandler(parlour.operator_context.log)
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        texts = [bundle.read(name).decode() for name in bundle.namelist()]
    texts += [caplog.text, *parlour.operator_context.log.lines()]
    secrets = (PIN, "846298", token, parlour.operator_context.secrets.read().secret, "scrypt:")
    assert len(texts) > 5
    assert [secret for secret in secrets for text in texts if secret in text] == []


def test_passwords_in_addresses_are_blotted_out() -> None:
    settings = Settings(camera="rtsp://eye:sesame@10.0.0.9/main")
    assert describe_settings(settings)["camera"] == "rtsp://…@10.0.0.9/main"
    assert without_secrets("postgresql+psycopg://a:b@db/x and y@z") == (
        "postgresql+psycopg://…@db/x and y@z"
    )
    assert without_secrets("rtsp://eye:ses@me/open@10.0.0.9/main") == "rtsp://…@10.0.0.9/main"
    assert (
        without_secrets("http://cam/a?user=eye&pwd=sesame&x=1") == "http://cam/a?user=eye&pwd=…&x=1"
    )


def test_the_database_s_password_stays_in_the_settings(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    url = "postgresql+psycopg://jantaku:sesame@127.0.0.1:1/none"
    settings = Settings(data_dir=tmp_path, database_url=url)
    service = open_service(settings, Devices())
    operator_context = temporary_operator_context(settings)
    program = Program(create_app(service, operator_context=operator_context))
    try:
        wait_until(lambda: bool(program.get("/ledger/backups").get_json()["sync"]["error"]))
        packed = program.get("/house/bundle.zip").data
        texts = [program.get(path).text for path in ("/house", "/board", "/ledger/backups")]
    finally:
        service.close()
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        texts += [bundle.read(name).decode() for name in bundle.namelist()]
    assert "…@127.0.0.1:1/none" in "".join(texts)
    assert [text for text in (*texts, caplog.text) if "sesame" in text] == []


def test_a_camera_that_is_away_does_not_tell_its_password() -> None:
    camera = VideoCamera("rtsp://eye:sesame@127.0.0.1:1/main")
    with pytest.raises(NoFrameError) as caught:
        camera.grab()
    camera.close()
    assert "rtsp://…@127.0.0.1:1/main" in caught.value.message
    assert "sesame" not in caught.value.message


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until *is_so*, for as long as threads may take."""
    pause = threading.Event()
    for _ in range(int(PATIENCE_S / PAUSE_S)):
        if is_so():
            return
        pause.wait(PAUSE_S)
    pytest.fail("it never was so")


def test_the_pin_page_never_shows_what_was_typed(parlour: Parlour) -> None:
    browser = parlour.app.test_client()
    parlour.operator_context.pin_lock.choose(PIN)
    answer = browser.post(
        "/operator/pin", data={"pin": "846298"}, headers=OURS, follow_redirects=True
    )
    assert "846298" not in answer.text
    assert "Wrong PIN." in answer.text


def test_cookies_outlive_a_restart_with_the_secret_on_disk(parlour: Parlour) -> None:
    parlour.operator_context.secrets.path = parlour.operator_context.settings.data_dir / "keys.json"
    first = create_app(parlour.service, operator_context=parlour.operator_context)
    again = create_app(parlour.service, operator_context=parlour.operator_context)
    assert first.config["SECRET_KEY"] == again.config["SECRET_KEY"]
    assert first.config["SECRET_KEY"] == Secrets(parlour.operator_context.secrets.path).secret


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("kiosk.local", 200),
        ("KIOSK.local:8000", 200),
        ("192.168.1.5:8000", 200),
        ("[::1]:8000", 200),
        ("rebound.example.org", 400),
        ("kiosk.local.example.org", 400),
    ],
)
def test_the_kiosk_answers_to_its_names_and_bare_addresses(
    parlour: Parlour, host: str, status: int
) -> None:
    browser = create_app(parlour.service, WebConfig(hosts=("kiosk.local",))).test_client()
    assert browser.get("/", headers={"Host": host}).status_code == status


def test_where_the_pin_page_leads_is_always_ours(parlour: Parlour) -> None:
    parlour.operator_context.pin_lock.choose(PIN)
    browser = parlour.app.test_client()
    for there in ("https://example.org/", "//example.org/", "\\\\example.org"):
        form = {"pin": PIN, "then": there}
        answer = browser.post("/operator/pin", data=form, headers=OURS)
        assert answer.headers["Location"] == "/"
