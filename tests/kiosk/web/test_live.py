"""The stream of changes that open screens listen to."""

from __future__ import annotations

from kiosk.live import MAX_STREAMS
from kiosk.web.live import messages
from tests.kiosk.web.parlour import Parlour


def test_a_change_reaches_an_open_screen_with_its_number(parlour: Parlour) -> None:
    with parlour.service.live.subscribe() as screen:
        stream = messages(screen, heartbeat_s=5)
        next(stream)
        parlour.service.live.publish(7, "table", "draft")
        assert next(stream) == "id: 7.1\nevent: change\ndata: draft table\n\n"


def test_silence_is_filled_with_heartbeats(parlour: Parlour) -> None:
    with parlour.service.live.subscribe() as screen:
        stream = messages(screen, heartbeat_s=0)
        next(stream)
        assert next(stream) == "event: beat\ndata:\n\n"


def test_a_screen_that_was_away_is_told_at_once(parlour: Parlour) -> None:
    parlour.service.live.publish(3, "table")
    with parlour.service.live.subscribe("0.0") as screen:
        stream = messages(screen, heartbeat_s=5)
        next(stream)
        assert next(stream).startswith("id: 3.1\nevent: change")


def test_a_change_between_page_and_stream_is_not_lost(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    since = visitor.page.html.split('data-live="', 1)[1].split('"', 1)[0]
    parlour.service.live.publish(1, "table")
    with visitor.browser.get(f"/events?since={since}", buffered=False) as answer:
        stream = iter(answer.response)
        assert b"retry" in next(stream)
        assert b"event: change" in next(stream)


def test_the_stream_ends_with_the_kiosk(parlour: Parlour) -> None:
    screen = parlour.service.live.subscribe()
    stream = messages(screen, heartbeat_s=0)
    next(stream)
    parlour.service.live.close()
    assert list(stream) == []


def test_one_screen_too_many_is_sent_away_for_a_while(parlour: Parlour) -> None:
    screens = [parlour.service.live.subscribe() for _ in range(MAX_STREAMS)]
    answer = parlour.visitor().browser.get("/events")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    for screen in screens:
        screen.close()


def test_a_screen_that_leaves_makes_room(parlour: Parlour) -> None:
    answer = parlour.visitor().browser.get("/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    answer.close()
    screens = [parlour.service.live.subscribe() for _ in range(MAX_STREAMS)]
    assert len(screens) == MAX_STREAMS
    for screen in screens:
        screen.close()


def test_the_lamp_of_a_camera_goes_out_with_its_picture(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    off = '<a class="lamp off" href="/camera-lamp" aria-label="Camera'
    assert off not in visitor.go("/").page.html
    parlour.camera.picture = b""
    visitor.browser.get("/camera/still.jpg")
    assert off in visitor.go("/").page.html
    parlour.camera.picture = b"\xff\xd8 again"
    visitor.browser.get("/camera/still.jpg")
    assert off not in visitor.go("/").page.html
