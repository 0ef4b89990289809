"""Five at a game of four: the screens lead through who sits out, and name everybody at the end."""

from __future__ import annotations

from itertools import count

from kiosk.session.commands import ConfirmHand, EndPlay, SayPlay, Settle, StartPlay
from tests.kiosk.session.test_sitting_out import make_win
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor

NAMES = ("Aiko", "Bo", "Chie", "Dana", "Emi")
OPS = count(1)


def sit_down(parlour: Parlour) -> Visitor:
    """Return someone at the table of five who begin Sakura; Emi sits the first hand out."""
    someone = parlour.visitor().go("/new/sakura/seats").tap("5")
    return someone.tap("Start", name=list(NAMES))


def play(parlour: Parlour, winner: int) -> None:
    """Count a hand that whoever sits there wins."""
    hand = (StartPlay(), EndPlay(), SayPlay(make_win(winner)), Settle(), ConfirmHand())
    for command in hand:
        parlour.service.submit(command, f"sitting-out-{next(OPS)}")


def read_names(parlour: Parlour) -> tuple[str, ...]:
    """Return who sits at a seat."""
    view = parlour.service.view()
    assert view.session is not None
    return view.names[: len(view.session.players)]


def test_as_many_sit_down_as_four_seats_and_four_who_wait_have_room(parlour: Parlour) -> None:
    someone = parlour.visitor().go("/new/sakura/seats")
    counts = [target.text for target in someone.page.targets if target.text.isdecimal()]
    assert counts == ["2", "3", "4", "5", "6", "7", "8"]
    six = someone.tap("6")
    assert six.page.text.count("Sits out the first hand") == 2
    assert six.sees("A dash: sits out first.")


def test_teams_of_two_need_four_at_the_table(parlour: Parlour) -> None:
    someone = parlour.visitor().go("/new/sakura/seats?teams=true")
    counts = [target.text for target in someone.page.targets if target.text.isdecimal()]
    assert counts == ["4", "5", "6", "7", "8"]


def test_a_game_in_which_nobody_takes_turns_seats_as_many_as_it_has_seats(parlour: Parlour) -> None:
    someone = parlour.visitor().go("/new/mushi/seats?seated=3")
    assert not someone.sees("Sits out the first hand")


def test_who_sits_out_is_said_before_the_first_hand_and_while_it_is_played(
    parlour: Parlour,
) -> None:
    someone = sit_down(parlour)
    assert someone.sees("Sitting out")
    assert someone.page.text.count("Emi") == 1
    parlour.service.submit(StartPlay(), f"sitting-out-{next(OPS)}")
    assert someone.go("/").sees("Sitting out")


def test_after_a_hand_the_screen_asks_who_sits_out_and_proposes_it(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    visitor = someone.go("/").tap("Who sits out?")
    assert visitor.sees("Bo deals and stays.")
    visitor.tap("We sit like this")
    assert read_names(parlour) == ("Emi", "Bo", "Chie", "Dana")
    assert visitor.sees("Emi plays in place of Aiko.")


def test_someone_else_sits_out_where_people_agree(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    someone.go("/guide/sitting_out").tap("We sit like this", place4="2")
    assert read_names(parlour) == ("Aiko", "Bo", "Emi", "Dana")


def test_nobody_comes_in_where_people_agree(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    someone.go("/guide/sitting_out").tap("We sit like this", place4="")
    assert read_names(parlour) == ("Aiko", "Bo", "Chie", "Dana")


def test_the_change_is_taken_back_and_then_the_hand(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    someone.go("/guide/sitting_out").tap("We sit like this")
    assert not [target for target in someone.page.targets if target.text == "Undo last hand"]
    someone.tap("Take the change back")
    assert read_names(parlour) == ("Aiko", "Bo", "Chie", "Dana")
    undo = next(target for target in someone.page.targets if target.href.endswith("/undo"))
    assert someone.go(undo.href).sees("Aiko")


def test_no_seat_is_taken_that_is_not_there(parlour: Parlour) -> None:
    someone = sit_down(parlour).go("/guide/sitting_out")
    someone.tap("We sit like this", place4="4")
    assert read_names(parlour) == ("Aiko", "Bo", "Chie", "Dana")


def test_during_a_hand_nobody_is_led_through_it(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    parlour.service.submit(StartPlay(), f"sitting-out-{next(OPS)}")
    assert not someone.go("/guide/sitting_out").sees("We sit like this")


def test_ledger_result_and_table_of_results_name_everybody(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    someone.go("/guide/sitting_out").tap("We sit like this")
    play(parlour, winner=0)
    ledger = someone.go("/ledger/").page.text
    assert all(name in ledger for name in NAMES)
    assert "±0 ✓" in ledger
    someone.go("/leave").tap("Hold to end")
    session = parlour.service.view().session
    assert session is not None
    assert all(name in someone.page.text for name in NAMES)
    parlour.operator_context.pin_lock.choose("2468")
    lines = someone.go("/history/results.csv").tap("Unlock", pin="2468").page.html.splitlines()
    assert [line.split(",")[5:] for line in lines[1:]] == [
        ["Emi", "3", "3", "1"],
        ["Bo", "2", "2", "2"],
        ["Chie", "-2", "-2", "4"],
        ["Dana", "-2", "-2", "4"],
        ["Aiko", "-1", "-1", "3"],
    ]
    card = someone.browser.get(f"/history/{session.opened}/result.svg").text
    assert all(name in card for name in NAMES)
    assert all(name in someone.go("/history/").page.text for name in NAMES)


def test_the_same_five_play_again(parlour: Parlour) -> None:
    someone = sit_down(parlour)
    play(parlour, winner=1)
    someone.go("/guide/sitting_out").tap("We sit like this")
    someone.go("/leave").tap("Hold to end").tap("Same players again")
    assert parlour.service.view().names == ("Emi", "Bo", "Chie", "Dana", "Aiko")
