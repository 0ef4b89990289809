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


def read_tile(code: str, confidence: float = 0.99) -> TileReading:
    return TileReading(code, confidence, BOX, alternatives=(("8m", 1 - confidence),))


def row(*codes: str) -> tuple[TileReading, ...]:
    return tuple(read_tile(code) for code in codes)


WINNER = SeatReading(
    2,
    hand=(*row("1m", "2m", "3m", "4p", "5p", "6p", "1z", "1z", "2z", "2z"), read_tile("7m", 0.55)),
    melds=(MeldReading("chow", row("7s", "8s", "9s"), claimed=0, from_offset=3),),
    winning=read_tile("2z"),
)
READING = TableReading((SeatReading(0, hand=row("0z", "0z")), WINNER), indicators=row("5m"))


@pytest.fixture
def sitting() -> Sitting:
    table = Sitting()
    claim = c.Claim(2, "discard", 1)
    table.do(OPEN, c.StartPlay(), c.CallWin(2), c.SayWho((claim,)))
    return table


@pytest.fixture
def review(sitting: Sitting) -> Sitting:
    sitting.do(c.TakeReading(READING))
    return sitting


def draft(sitting: Sitting) -> Draft:
    assert sitting.state.draft is not None
    return sitting.state.draft


def tile(sitting: Sitting, code: str) -> DraftTile:
    """Return the only tile that counts as *code* now."""
    (match,) = [each for each in draft(sitting).tiles() if each.code == code]
    return match


def record(sitting: Sitting) -> dict[str, object]:
    """Return the hand record as it stands now."""
    assert sitting.state.session is not None
    return json.loads(json.dumps(hand_record(sitting.state.session, draft(sitting))))


def test_what_was_read_is_shown_for_review(review: Sitting) -> None:
    seat = draft(review).seats[2]
    assert review.state.stage is Stage.REVIEW
    assert join(seat.hand or ()) == "1237m456p1122z"
    assert draft(review).wins[0].tile.code == "2z"
    assert [each.code for each in draft(review).indicators] == ["5m"]


def test_a_claimed_tile_names_the_left_hand_neighbour(review: Sitting) -> None:
    (meld,) = draft(review).seats[2].melds
    assert (meld.kind, meld.claimed, meld.giver) == ("chow", "7s", 1)


def test_a_claimed_tile_that_was_misread_stays_the_claimed_one_once_corrected(
    review: Sitting,
) -> None:
    (meld,) = draft(review).seats[2].melds
    review.do(c.CorrectTile(meld.tiles[0].number, "1z"))
    assert draft(review).seats[2].melds[0].claimed == "1z"
    review.do(c.CorrectTile(meld.tiles[1].number, "7s"), c.CorrectTile(meld.tiles[0].number, "7s"))
    assert draft(review).seats[2].melds[0].claimed == "7s"


def test_a_claimed_tile_that_is_taken_away_is_claimed_no_more(review: Sitting) -> None:
    (meld,) = draft(review).seats[2].melds
    review.do(c.RemoveTile(meld.tiles[0].number))
    assert draft(review).seats[2].melds[0].claimed == ""


@pytest.mark.parametrize("game", ["nanchang", "wenzhou"])
def test_where_nobody_shows_whose_tile_was_claimed_the_neighbour_stands_for_all(
    sitting: Sitting, game: str
) -> None:
    melds = (MeldReading("pung", row("5s", "5s", "5s")), MeldReading("chow", row("7m", "8m", "9m")))
    reading = TableReading((SeatReading(2, melds=melds),))
    new_draft = join_reading(draft(sitting), reading, rules.ruleset(game), {}, afresh=False)
    claims = [(meld.claimed, meld.giver) for meld in new_draft.seats[2].melds]
    assert claims == [("5s", 1), ("7m", 1)]


def test_elsewhere_a_set_without_a_turned_tile_has_no_giver_yet(sitting: Sitting) -> None:
    reading = TableReading((SeatReading(2, melds=(MeldReading("pung", row("5s", "5s", "5s")),)),))
    new_draft = join_reading(draft(sitting), reading, rules.ruleset("wuhan"), {}, afresh=False)
    assert new_draft.seats[2].melds[0].giver is None


@pytest.mark.parametrize(
    ("game", "codes", "kong"),
    [
        ("taiwan", ("0z", "2z", "2z", "0z"), ["2z", "2z", "2z", "2z"]),
        ("taiwan", ("9p", "0z", "0z", "9p"), ["9p", "9p", "9p", "9p"]),
        ("riichi", ("0z", "5m", "5m", "0z"), ["5m", "5m", "5m", "0m"]),
        ("riichi", ("0z", "0m", "5m", "0z"), ["5m", "0m", "5m", "5m"]),
        ("riichi", ("0z", "0z", "0z", "0z"), ["0z", "0z", "0z", "0z"]),
    ],
)
def test_a_concealed_kong_is_laid_with_backs(
    sitting: Sitting, game: str, codes: tuple[str, ...], kong: list[str]
) -> None:
    reading = TableReading((SeatReading(2, melds=(MeldReading("kong_concealed", row(*codes)),)),))
    options = {"red_fives": 3} if game == "riichi" else {}
    new_draft = join_reading(draft(sitting), reading, rules.ruleset(game), options, afresh=False)
    tiles = new_draft.seats[2].melds[0].tiles
    assert sorted(tile.code for tile in tiles) == sorted(kong)
    assert [tile.code for tile in tiles if tile.is_doubtful] == [one for one in kong if one == "0z"]


def test_backs_are_as_sure_as_the_faces_between_them(sitting: Sitting) -> None:
    kong = MeldReading(
        "kong_concealed", (read_tile("0z"), read_tile("2s"), read_tile("2s", 0.4), read_tile("0z"))
    )
    reading = TableReading((SeatReading(2, melds=(kong,)),))
    new_draft = join_reading(draft(sitting), reading, rules.ruleset("taiwan"), {}, afresh=False)
    assert [tile.is_doubtful for tile in new_draft.seats[2].melds[0].tiles] == [
        True,
        False,
        True,
        True,
    ]


def test_only_the_tile_in_doubt_is_marked(review: Sitting) -> None:
    assert [each.code for each in draft(review).tiles() if each.is_doubtful] == ["7m"]


def test_a_tile_among_the_flowers_that_is_none_is_doubtful(sitting: Sitting) -> None:
    reading = TableReading((SeatReading(0, flowers=row("1f", "1p")),))
    new_draft = join_reading(draft(sitting), reading, rules.ruleset("taiwan"), {}, afresh=False)
    assert [each.code for each in new_draft.tiles() if each.is_doubtful] == ["1p"]


def test_hands_lying_face_down_were_not_shown(review: Sitting) -> None:
    assert draft(review).seats[0].hand is None


def test_saying_yes_to_a_doubtful_tile_is_no_correction(review: Sitting) -> None:
    review.do(c.CorrectTile(tile(review, "7m").number, "7m"))
    assert (draft(review).doubtful, draft(review).corrections) == (0, 0)


def test_a_repaired_tile_counts_as_one_correction(review: Sitting) -> None:
    review.do(c.CorrectTile(tile(review, "7m").number, "8m"))
    assert (draft(review).doubtful, draft(review).corrections) == (0, 1)
    assert record(review)["seats"][2]["hand"] == "1238m456p1122z"


def test_a_ghost_tile_and_a_missing_one_are_two_corrections(review: Sitting) -> None:
    review.do(c.RemoveTile(tile(review, "7m").number), c.AddTiles(hand_of(2), "9m"))
    assert draft(review).corrections == 2


def test_a_second_look_keeps_the_hand_that_someone_corrected(review: Sitting) -> None:
    review.do(c.CorrectTile(tile(review, "7m").number, "8m"), c.TakeReading(READING))
    assert join(draft(review).seats[2].hand or ()) == "1238m456p1122z"


def test_a_look_afresh_reads_everything_again(review: Sitting) -> None:
    review.do(c.CorrectTile(tile(review, "7m").number, "8m"), c.TakeReading(READING, afresh=True))
    assert join(draft(review).seats[2].hand or ()) == "1237m456p1122z"
    assert draft(review).readings == 2


def test_a_look_that_finds_nothing_takes_nothing_away(review: Sitting) -> None:
    before = draft(review).seats
    review.do(c.TakeReading(TableReading((), problems=("too_dark",))))
    assert draft(review).seats == before
    assert draft(review).reading_problems == ("too_dark",)


def test_a_tile_can_be_moved_to_where_it_lies(review: Sitting) -> None:
    review.do(c.MoveTile(tile(review, "7m").number, Place(Part.ASIDE, 2)))
    assert record(review)["seats"][2]["aside"] == "7m"


def test_the_winning_tile_can_be_picked_from_the_hand(review: Sitting) -> None:
    review.do(c.WinOnTile(tile(review, "7m").number))
    assert record(review)["wins"][0]["tile"] == "7m"
    assert record(review)["seats"][2]["hand"] == "123m456p11222z"


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


def test_a_set_can_be_laid_changed_and_taken_away(review: Sitting) -> None:
    review.do(c.LayMeld(0, "pung", "555p", giver=3))
    (meld,) = draft(review).seats[0].melds
    review.do(c.LayMeld(0, "kong_added", "5555p", giver=3, meld=meld.number))
    assert record(review)["seats"][0]["melds"] == [
        {"kind": "kong_added", "tiles": "5555p", "from": 3}
    ]
    review.do(c.RemoveMeld(meld.number))
    assert draft(review).seats[0].melds == ()


def test_words_and_facts_go_into_the_record(review: Sitting) -> None:
    review.do(
        c.Declare(2, "ready"),
        c.SeatFact(0, "stakes", 3),
        c.Mark(2, "last_tile"),
        c.WinFact(2, "fresh", value=True),
        c.NoteIncident("false_win", 0),
        c.Mark(2, "last_discard"),
        c.Mark(2, "last_tile", on=False),
    )
    body = record(review)
    assert body["seats"][2]["declared"] == ["ready"]
    assert body["seats"][0]["facts"] == {"stakes": 3}
    assert body["wins"][0]["marks"] == ["last_discard"]
    assert body["wins"][0]["facts"] == {"fresh": True}
    assert body["incidents"] == [{"kind": "false_win", "seat": 0}]
    review.do(c.ForgetIncident(0), c.WinFact(2, "fresh", value=None))
    assert (record(review)["incidents"], record(review)["wins"][0]["facts"]) == ([], {})


def test_the_ledger_keeps_how_much_was_read_and_how_much_corrected(review: Sitting) -> None:
    review.do(
        c.RemoveTile(tile(review, "7m").number), c.CorrectTile(tile(review, "3m").number, "4m")
    )
    (event,) = review.do(c.Settle(), c.ConfirmHand())
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


def test_a_draft_comes_back_from_its_json_as_it_was(review: Sitting) -> None:
    review.do(
        c.CorrectTile(tile(review, "7m").number, "8m"),
        c.LayMeld(0, "pung", "555p", giver=3),
        c.Declare(1, "ready"),
        c.NoteIncident("false_win", 0),
        c.Settle(),
    )
    for form in (draft_to_json(draft(review)), draft_to_keep(draft(review))):
        assert draft_from_json(json.loads(json.dumps(form))) == draft(review)


def test_a_record_makes_the_draft_that_writes_it_again(review: Sitting) -> None:
    review.do(c.Mark(2, "last_tile"), c.SeatFact(0, "stakes", 3))
    before = record(review)
    review.state = replace(review.state, draft=draft_of(before))
    assert record(review) == before
    assert draft(review).doubtful == 0
    numbers = [each.number for each in draft(review).tiles()]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < draft(review).next_number
