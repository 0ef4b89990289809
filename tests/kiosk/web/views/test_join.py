"""Taking a seat by phone: from the code on the seats page to the table, and who is kept out."""

from __future__ import annotations

import pytest

from kiosk.seat_lists import LASTS_MS
from kiosk.session import Stage
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor

CODE = "scannedcode"
JOIN = f"/join/{CODE}"
GUESTS = ["Guest A", "Guest B", "Guest C", "Guest D"]


@pytest.fixture
def clock(parlour: Parlour) -> SetClock:
    """Return the clock of a kiosk whose network phones are in."""
    clock = SetClock()
    parlour.join_network(CODE, clock)
    return clock


@pytest.fixture
def screen(parlour: Parlour, clock: SetClock) -> Visitor:  # noqa: ARG001 -- it opens the network
    """Return someone at the kiosk's screen, on the seats page."""
    return parlour.visitor().go("/new/wuhan/seats")


def names_on(screen: Visitor) -> list[str]:
    """Return the names in the fields of the seats page."""
    (form,) = [one for one in screen.page.forms if one.id == "seats"]
    return [value for name, value in form.fields if name == "name"]


def read_names(parlour: Parlour) -> tuple[str, ...]:
    """Return who sits at the table."""
    session = parlour.service.view().session
    assert session is not None
    return parlour.service.names(session.players)


def test_the_seats_page_shows_where_a_phone_gets_in(screen: Visitor) -> None:
    assert screen.sees(f"10.0.0.7 {JOIN}")


def test_where_no_phone_gets_in_the_page_says_which_setting_it_is(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/wuhan/seats")
    assert visitor.sees("Setting: host")
    assert not visitor.sees("/join/")


def test_a_phone_takes_a_free_seat_under_a_new_name(parlour: Parlour, screen: Visitor) -> None:
    phone = parlour.visitor().go(JOIN).tap("S free", new="  Ai  ko ")
    assert phone.sees("Ai ko · S")
    assert names_on(screen.go("/new/wuhan/seats")) == ["Guest A", "Ai ko", "Guest C", "Guest D"]


def test_the_screen_is_told_at_once(parlour: Parlour, screen: Visitor) -> None:
    phone = parlour.visitor().go(JOIN)
    with parlour.service.live.subscribe() as stream:
        phone.tap("W free", new="Aiko")
        assert stream.wait(1.0) is not None
    assert "data-live" in screen.html


def test_whom_the_kiosk_knows_need_not_type(parlour: Parlour, screen: Visitor) -> None:
    player = parlour.service.enrol("Chie")
    parlour.visitor().go(JOIN).tap("E free", who="Chie", new="")
    screen.go("/new/wuhan/seats").tap("Start")
    session = parlour.service.view().session
    assert session is not None
    assert session.players[0] == player


def test_a_seat_is_changed_and_left(parlour: Parlour, screen: Visitor) -> None:
    phone = parlour.visitor().go(JOIN).tap("S free", new="Aiko")
    assert phone.tap("N free").sees("Aiko · N")
    assert names_on(screen.go("/new/wuhan/seats")) == [*GUESTS[:3], "Aiko"]
    phone.tap("Leave the seat")
    assert names_on(screen.go("/new/wuhan/seats")) == GUESTS


def test_two_phones_cannot_have_one_seat(parlour: Parlour, screen: Visitor) -> None:
    first, second = parlour.visitor().go(JOIN), parlour.visitor().go(JOIN)
    first.tap("S free", new="Aiko")
    assert second.tap("S free", new="Bo").sees("This seat is taken.")
    assert second.sees("Aiko")
    assert names_on(screen.go("/new/wuhan/seats"))[1] == "Aiko"


def test_who_says_no_name_is_asked_for_one(parlour: Parlour, screen: Visitor) -> None:
    assert parlour.visitor().go(JOIN).tap("S free", new=" ").sees("The name is missing.")
    assert names_on(screen.go("/new/wuhan/seats")) == GUESTS


def test_a_name_that_arrives_while_start_is_tapped_is_not_lost(
    parlour: Parlour, screen: Visitor
) -> None:
    parlour.visitor().go(JOIN).tap("S free", new="Aiko")
    screen.tap("Start")
    assert read_names(parlour) == ("Guest A", "Aiko", "Guest C", "Guest D")


def test_what_is_written_at_the_table_goes_before_a_phone(
    parlour: Parlour, screen: Visitor
) -> None:
    parlour.visitor().go(JOIN).tap("E free", new="Bo")
    screen.tap("Start", name=list(NAMES))
    assert read_names(parlour) == NAMES


def test_the_phone_sees_its_seat_once_the_game_has_begun(parlour: Parlour, screen: Visitor) -> None:
    phone = parlour.visitor().go(JOIN).tap("S free", new="Aiko")
    screen.go("/new/wuhan/seats").tap("Start")
    phone.go(f"{JOIN}?name=Aiko")
    assert phone.sees("Aiko · S The game has begun.")
    assert "side-1" in phone.tap("To the table").html


def test_nobody_takes_a_seat_of_a_session_that_has_begun(parlour: Parlour, screen: Visitor) -> None:
    late = parlour.visitor().go(JOIN)
    screen.tap("Start")
    before = parlour.service.view().seq
    assert late.tap("S free", new="Mallory").sees("This code has expired.")
    assert (late.status, parlour.service.view().seq) == (404, before)
    assert "Mallory" not in read_names(parlour)
    assert not parlour.visitor().go("/new/wuhan/seats").sees("/join/")


def test_a_code_ends_with_its_page_and_the_screen_shows_another(
    parlour: Parlour, clock: SetClock, screen: Visitor
) -> None:
    late = parlour.visitor().go(JOIN)
    clock.pass_s(LASTS_MS / 1000)
    with parlour.service.live.subscribe() as stream:
        assert late.tap("S free", new="Aiko").sees("This code has expired.")
        assert stream.wait(1.0) is not None
    assert names_on(screen.go("/new/wuhan/seats")) == GUESTS


@pytest.mark.parametrize("form", [{}, {"seat": "9", "new": "Aiko"}, {"seat": "x", "new": "Aiko"}])
@pytest.mark.usefixtures("screen")
def test_a_seat_that_is_none_changes_nothing(parlour: Parlour, form: dict[str, str]) -> None:
    headers = {"Sec-Fetch-Site": "same-origin"}
    parlour.app.test_client().post(JOIN, data=form, headers=headers)
    assert names_on(parlour.visitor().go("/new/wuhan/seats")) == GUESTS


@pytest.mark.usefixtures("screen")
def test_a_guess_opens_nothing(parlour: Parlour) -> None:
    phone = parlour.visitor().go("/join/guessedcode")
    assert (phone.status, phone.sees("This code has expired.")) == (404, True)


@pytest.mark.usefixtures("screen")
def test_a_foreign_page_takes_no_seat(parlour: Parlour) -> None:
    for headers in ({"Origin": "https://example.org"}, {"Sec-Fetch-Site": "cross-site"}):
        fields = {"seat": "1", "new": "Mallory"}
        answer = parlour.app.test_client().post(JOIN, data=fields, headers=headers)
        assert answer.status_code == 403
    assert names_on(parlour.visitor().go("/new/wuhan/seats")) == GUESTS


def test_all_that_a_code_allows_is_names_on_seats(parlour: Parlour, screen: Visitor) -> None:
    phone = parlour.visitor().go(JOIN).tap("S free", new="Aiko")
    posts = {one.action for one in phone.page.forms if one.method == "post"}
    assert posts == {JOIN, f"{JOIN}/leave", "/language", "/look"}
    assert parlour.service.state.stage is Stage.LOBBY
    assert parlour.service.players() == ()
    assert screen.status == 200
