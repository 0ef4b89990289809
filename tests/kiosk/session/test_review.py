"""The review screen: what the camera read, what people correct, and what the record says then."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import rules
from kiosk.session import Draft, DraftTile, Part, Place, Stage
from kiosk.session import commands as c
from kiosk.session.draft import draft_from_json, draft_to_json, draft_to_keep
from kiosk.session.events import HandSettled
from kiosk.session.record import draft_of, hand_record, join, join_reading
from tests.kiosk.plain_game import OPEN, Sitting, hand_of
from vision.types import MeldReading, SeatReading, TableReading, TileReading

BOX = ((0.0, 0.0), (26.0, 0.0), (26.0, 35.0), (0.0, 35.0))


def seen(code: str, confidence: float = 0.99) -> TileReading:
    return TileReading(code, confidence, BOX, alternatives=(("8m", 1 - confidence),))


def row(*codes: str) -> tuple[TileReading, ...]:
    return tuple(seen(code) for code in codes)


WINNER = SeatReading(
    2,
    hand=(*row("1m", "2m", "3m", "4p", "5p", "6p", "1z", "1z", "2z", "2z"), seen("7m", 0.55)),
    melds=(MeldReading("chow", row("7s", "8s", "9s"), claimed=0, from_offset=3),),
    winning=seen("2z"),
)
READING = TableReading((SeatReading(0, hand=row("0z", "0z")), WINNER), indicators=row("5m"))


@pytest.fixture
def sitting() -> Sitting:
    table = Sitting()
    claim = c.Claim(2, "discard", 1)
    table.do(OPEN, c.StartPlay(), c.CallWin(2), c.SayWho((claim,)))
    return table


@pytest.fixture
def read(sitting: Sitting) -> Sitting:
    sitting.do(c.TakeReading(READING))
    return sitting


def draft(sitting: Sitting) -> Draft:
    assert sitting.state.draft is not None
    return sitting.state.draft


def tile(sitting: Sitting, code: str) -> DraftTile:
    """Return the only tile that counts as *code* now."""
    (found,) = [each for each in draft(sitting).tiles() if each.code == code]
    return found


def record(sitting: Sitting) -> dict[str, object]:
    """Return the hand record as it stands now."""
    assert sitting.state.session is not None
    return json.loads(json.dumps(hand_record(sitting.state.session, draft(sitting))))


def test_what_was_read_is_shown_for_review(read: Sitting) -> None:
    seat = draft(read).seats[2]
    assert read.state.stage is Stage.REVIEW
    assert join(seat.hand or ()) == "1237m456p1122z"
    assert draft(read).wins[0].tile.code == "2z"
    assert [each.code for each in draft(read).indicators] == ["5m"]


def test_a_claimed_tile_names_the_left_hand_neighbour(read: Sitting) -> None:
    (meld,) = draft(read).seats[2].melds
    assert (meld.kind, meld.claimed, meld.giver) == ("chow", "7s", 1)


def test_a_claimed_tile_that_was_misread_stays_the_claimed_one_once_corrected(
    read: Sitting,
) -> None:
    (meld,) = draft(read).seats[2].melds
    read.do(c.CorrectTile(meld.tiles[0].number, "1z"))
    assert draft(read).seats[2].melds[0].claimed == "1z"
    read.do(c.CorrectTile(meld.tiles[1].number, "7s"), c.CorrectTile(meld.tiles[0].number, "7s"))
    assert draft(read).seats[2].melds[0].claimed == "7s"


def test_a_claimed_tile_that_is_taken_away_is_claimed_no_more(read: Sitting) -> None:
    (meld,) = draft(read).seats[2].melds
    read.do(c.RemoveTile(meld.tiles[0].number))
    assert draft(read).seats[2].melds[0].claimed == ""


@pytest.mark.parametrize("game", ["nanchang", "wenzhou"])
def test_where_nobody_shows_whose_tile_was_claimed_the_neighbour_stands_for_all(
    sitting: Sitting, game: str
) -> None:
    melds = (MeldReading("pung", row("5s", "5s", "5s")), MeldReading("chow", row("7m", "8m", "9m")))
    reading = TableReading((SeatReading(2, melds=melds),))
    joined = join_reading(draft(sitting), reading, rules.ruleset(game), {}, afresh=False)
    laid = [(meld.claimed, meld.giver) for meld in joined.seats[2].melds]
    assert laid == [("5s", 1), ("7m", 1)]


def test_elsewhere_a_set_without_a_turned_tile_has_no_giver_yet(sitting: Sitting) -> None:
    reading = TableReading((SeatReading(2, melds=(MeldReading("pung", row("5s", "5s", "5s")),)),))
    joined = join_reading(draft(sitting), reading, rules.ruleset("wuhan"), {}, afresh=False)
    assert joined.seats[2].melds[0].giver is None


@pytest.mark.parametrize(
    ("game", "laid", "kong"),
    [
        ("taiwan", ("0z", "2z", "2z", "0z"), ["2z", "2z", "2z", "2z"]),
        ("taiwan", ("9p", "0z", "0z", "9p"), ["9p", "9p", "9p", "9p"]),
        ("riichi", ("0z", "5m", "5m", "0z"), ["5m", "5m", "5m", "0m"]),
        ("riichi", ("0z", "0m", "5m", "0z"), ["5m", "0m", "5m", "5m"]),
        ("riichi", ("0z", "0z", "0z", "0z"), ["0z", "0z", "0z", "0z"]),
    ],
)
def test_a_concealed_kong_is_laid_with_backs(
    sitting: Sitting, game: str, laid: tuple[str, ...], kong: list[str]
) -> None:
    reading = TableReading((SeatReading(2, melds=(MeldReading("kong_concealed", row(*laid)),)),))
    options = {"red_fives": 3} if game == "riichi" else {}
    joined = join_reading(draft(sitting), reading, rules.ruleset(game), options, afresh=False)
    tiles = joined.seats[2].melds[0].tiles
    assert sorted(tile.code for tile in tiles) == sorted(kong)
    assert [tile.code for tile in tiles if tile.is_doubtful] == [one for one in kong if one == "0z"]


def test_backs_are_as_sure_as_the_faces_between_them(sitting: Sitting) -> None:
    kong = MeldReading("kong_concealed", (seen("0z"), seen("2s"), seen("2s", 0.4), seen("0z")))
    reading = TableReading((SeatReading(2, melds=(kong,)),))
    joined = join_reading(draft(sitting), reading, rules.ruleset("taiwan"), {}, afresh=False)
    assert [tile.is_doubtful for tile in joined.seats[2].melds[0].tiles] == [
        True,
        False,
        True,
        True,
    ]


def test_only_the_tile_in_doubt_is_marked(read: Sitting) -> None:
    assert [each.code for each in draft(read).tiles() if each.is_doubtful] == ["7m"]


def test_a_tile_among_the_flowers_that_is_none_is_doubtful(sitting: Sitting) -> None:
    reading = TableReading((SeatReading(0, flowers=row("1f", "1p")),))
    joined = join_reading(draft(sitting), reading, rules.ruleset("taiwan"), {}, afresh=False)
    assert [each.code for each in joined.tiles() if each.is_doubtful] == ["1p"]


def test_hands_lying_face_down_were_not_shown(read: Sitting) -> None:
    assert draft(read).seats[0].hand is None


def test_saying_yes_to_a_doubtful_tile_is_no_correction(read: Sitting) -> None:
    read.do(c.CorrectTile(tile(read, "7m").number, "7m"))
    assert (draft(read).doubtful, draft(read).corrections) == (0, 0)


def test_a_repaired_tile_counts_as_one_correction(read: Sitting) -> None:
    read.do(c.CorrectTile(tile(read, "7m").number, "8m"))
    assert (draft(read).doubtful, draft(read).corrections) == (0, 1)
    assert record(read)["seats"][2]["hand"] == "1238m456p1122z"


def test_a_ghost_tile_and_a_missing_one_are_two_corrections(read: Sitting) -> None:
    read.do(c.RemoveTile(tile(read, "7m").number), c.AddTiles(hand_of(2), "9m"))
    assert draft(read).corrections == 2


def test_a_second_look_keeps_the_hand_that_someone_corrected(read: Sitting) -> None:
    read.do(c.CorrectTile(tile(read, "7m").number, "8m"), c.TakeReading(READING))
    assert join(draft(read).seats[2].hand or ()) == "1238m456p1122z"


def test_a_look_afresh_reads_everything_again(read: Sitting) -> None:
    read.do(c.CorrectTile(tile(read, "7m").number, "8m"), c.TakeReading(READING, afresh=True))
    assert join(draft(read).seats[2].hand or ()) == "1237m456p1122z"
    assert draft(read).readings == 2


def test_a_look_that_finds_nothing_takes_nothing_away(read: Sitting) -> None:
    before = draft(read).seats
    read.do(c.TakeReading(TableReading((), problems=("too_dark",))))
    assert draft(read).seats == before
    assert draft(read).reading_problems == ("too_dark",)


def test_a_tile_can_be_moved_to_where_it_lies(read: Sitting) -> None:
    read.do(c.MoveTile(tile(read, "7m").number, Place(Part.ASIDE, 2)))
    assert record(read)["seats"][2]["aside"] == "7m"


def test_the_winning_tile_can_be_picked_from_the_hand(read: Sitting) -> None:
    read.do(c.WinOnTile(tile(read, "7m").number))
    assert record(read)["wins"][0]["tile"] == "7m"
    assert record(read)["seats"][2]["hand"] == "123m456p11222z"


def test_both_winners_of_one_discard_win_on_the_tile_that_one_of_them_shows(
    sitting: Sitting,
) -> None:
    claims = (c.Claim(2, "discard", 0), c.Claim(3, "discard", 0))
    sitting.do(c.GoBack(Stage.OUTCOME), c.SayWho(claims))
    other = SeatReading(3, hand=row("1s"))
    sitting.do(c.TakeReading(TableReading((WINNER, other))))
    tiles = [win.tile for win in draft(sitting).wins]
    assert [each.code for each in tiles if each] == ["2z", "2z"]
    assert len({each.number for each in tiles if each}) == 2


def test_a_set_can_be_laid_changed_and_taken_away(read: Sitting) -> None:
    read.do(c.LayMeld(0, "pung", "555p", giver=3))
    (meld,) = draft(read).seats[0].melds
    read.do(c.LayMeld(0, "kong_added", "5555p", giver=3, meld=meld.number))
    assert record(read)["seats"][0]["melds"] == [
        {"kind": "kong_added", "tiles": "5555p", "from": 3}
    ]
    read.do(c.RemoveMeld(meld.number))
    assert draft(read).seats[0].melds == ()


def test_words_and_facts_go_into_the_record(read: Sitting) -> None:
    read.do(
        c.Declare(2, "ready"),
        c.SeatFact(0, "stakes", 3),
        c.Mark(2, "last_tile"),
        c.WinFact(2, "fresh", value=True),
        c.NoteIncident("false_win", 0),
        c.Mark(2, "last_discard"),
        c.Mark(2, "last_tile", on=False),
    )
    noted = record(read)
    assert noted["seats"][2]["declared"] == ["ready"]
    assert noted["seats"][0]["facts"] == {"stakes": 3}
    assert noted["wins"][0]["marks"] == ["last_discard"]
    assert noted["wins"][0]["facts"] == {"fresh": True}
    assert noted["incidents"] == [{"kind": "false_win", "seat": 0}]
    read.do(c.ForgetIncident(0), c.WinFact(2, "fresh", value=None))
    assert (record(read)["incidents"], record(read)["wins"][0]["facts"]) == ([], {})


def test_the_ledger_keeps_how_much_was_read_and_how_much_corrected(read: Sitting) -> None:
    read.do(c.RemoveTile(tile(read, "7m").number), c.CorrectTile(tile(read, "3m").number, "4m"))
    (event,) = read.do(c.Settle(), c.ConfirmHand())
    assert isinstance(event, HandSettled)
    assert event.reading == {
        "readings": 1,
        "read": 16,
        "corrections": 2,
        "removed": 1,
        "changed": [["3m", "4m"]],
    }


def test_a_hand_entered_by_hand_has_no_corrections(sitting: Sitting) -> None:
    sitting.do(c.EnterByHand(), c.WriteRow(hand_of(2), "123m"))
    assert draft(sitting).corrections == 0


def test_a_draft_comes_back_from_its_json_as_it_was(read: Sitting) -> None:
    read.do(
        c.CorrectTile(tile(read, "7m").number, "8m"),
        c.LayMeld(0, "pung", "555p", giver=3),
        c.Declare(1, "ready"),
        c.NoteIncident("false_win", 0),
        c.Settle(),
    )
    for told in (draft_to_json(draft(read)), draft_to_keep(draft(read))):
        assert draft_from_json(json.loads(json.dumps(told))) == draft(read)


def test_a_record_makes_the_draft_that_writes_it_again(read: Sitting) -> None:
    read.do(c.Mark(2, "last_tile"), c.SeatFact(0, "stakes", 3))
    before = record(read)
    read.state = replace(read.state, draft=draft_of(before))
    assert record(read) == before
    assert draft(read).doubtful == 0
    numbers = [each.number for each in draft(read).tiles()]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < draft(read).next_number
