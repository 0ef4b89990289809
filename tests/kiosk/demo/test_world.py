from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from hw_sim.machine.tiles import Area
from hw_sim.players import target_ends
from hw_sim.players.by_rule import TableHand
from hw_sim.players.cards import CardHand
from kiosk.demo.players import service_in, simulated_world
from kiosk.demo.world import World
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.endings import ending
from kiosk.settings import Settings, SettingsError
from rules.tiles import CODES
from tests.guards import PATIENCE_S
from tests.kiosk.test_one_hand import wait_until


def test_the_simulated_table_is_of_the_model_in_the_settings(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, sim_table="as_sold")
    world = simulated_world(settings, seed=3, speed=400.0)
    service = service_in(world, settings)
    try:
        world.client.wait_ready(PATIENCE_S)
        assert world.client.identity is not None
        assert world.client.identity.model == "as_sold"
    finally:
        service.close()


def test_a_model_that_there_is_not_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, sim_table="as_told")
    with pytest.raises(SettingsError, match="no profile 'as_told': choose from as_sold"):
        simulated_world(settings, seed=3, speed=400.0)


class Kiosk:
    """A kiosk over a simulated world."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data_dir=folder)
        self.world: World = simulated_world(settings, seed=3, speed=400.0)
        self.service: Service = service_in(self.world, settings)
        self.taps = 0

    def tap(self, *commands: c.Command) -> None:
        for command in commands:
            self.taps += 1
            self.service.submit(command, f"tap-{self.taps}")

    def sit_down(self, game: str) -> None:
        names = ("Aiko", "Bo", "Chen", "Dara")[: rules.ruleset(game).seats[0]]
        players = tuple(self.service.enrol(name) for name in names)
        self.tap(c.OpenSession(game, players), c.UseTable("next_hand"))
        wait_until(self.service, lambda view: view.draft is not None and view.draft.walls_up)

    def throw(self) -> None:
        """Let the table throw the dice that break the wall."""
        self.tap(c.UseTable("roll_dice"))
        wait_until(self.service, lambda view: view.draft is not None and view.draft.dice != ())


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    place = Kiosk(tmp_path)
    yield place
    place.service.close()


@pytest.mark.parametrize("game", ["wuhan", "wuhan-3p", "taiwan", "riichi"])
def test_people_put_in_the_tiles_that_the_game_is_played_with(kiosk: Kiosk, game: str) -> None:
    kiosk.sit_down(game)
    faces = [tile.face for tile in kiosk.world.machine.in_use]
    assert {face: faces.count(face) for face in set(faces)} == rules.ruleset(game).tiles


def test_three_players_get_three_walls_of_sixteen(kiosk: Kiosk) -> None:
    kiosk.sit_down("wuhan-3p")
    assert [len(wall) for wall in kiosk.world.machine.walls] == [16, 16, 16, 0]


def test_players_lay_down_what_was_called(kiosk: Kiosk) -> None:
    kiosk.sit_down("wuhan")
    kiosk.tap(c.UseTable("roll_dice"))
    wait_until(kiosk.service, lambda view: view.draft is not None and view.draft.dice != ())
    kiosk.tap(c.StartPlay(), c.SayWho((c.Claim(2, "discard", 0),)), c.ReadTable())
    wait_until(kiosk.service, lambda view: view.stage is Stage.REVIEW and not view.reading)
    truth = kiosk.world.truth
    assert truth is not None
    assert [(win["seat"], win["by"], win["from"]) for win in truth["wins"]] == [(2, "discard", 0)]


def test_the_end_that_was_called_is_played_from_the_walls_and_has_a_log(kiosk: Kiosk) -> None:
    kiosk.sit_down("wuhan")
    kiosk.throw()
    kiosk.tap(c.StartPlay(), c.SayWho((c.Claim(1, "self_draw", None),)), c.ReadTable())
    wait_until(kiosk.service, lambda view: view.stage is Stage.REVIEW and not view.reading)
    hand = kiosk.world.hand
    assert hand is not None
    (win,) = hand.course.at.wins
    assert (win.win.seat, win.win.by) == (1, "self_draw")
    assert kiosk.service.state.open[1].log != ()


def test_a_hand_that_was_watched_to_another_end_lies_as_it_was_played(kiosk: Kiosk) -> None:
    kiosk.sit_down("wuhan")
    kiosk.throw()
    kiosk.tap(c.StartPlay())
    session, draft = kiosk.service.state.open
    kiosk.world.watcher.follow(session, draft)
    kiosk.world.watcher.hurry()
    hand = kiosk.world.watcher.hand(session, draft)
    assert isinstance(hand, TableHand)
    winner = (hand.course.at.wins[0].win.seat + 1) % 4
    kiosk.tap(c.SayWho((c.Claim(winner, "self_draw", None),)), c.ReadTable())
    wait_until(kiosk.service, lambda view: view.stage is Stage.REVIEW and not view.reading)
    assert kiosk.world.hand == hand
    assert kiosk.world.truth == hand.record()


def test_a_robbed_kong_that_play_does_not_come_to_is_refused_and_nothing_is_laid(
    kiosk: Kiosk,
) -> None:
    kiosk.sit_down("taiwan")
    kiosk.throw()
    kiosk.tap(c.StartPlay())
    session, draft = kiosk.service.state.open
    watcher = kiosk.world.watcher
    watcher.follow(session, draft)
    hand = watcher.hand(session, draft)
    assert isinstance(hand, TableHand)
    *_, almost_over, _ = hand.follow()
    watcher.finish(session, draft, almost_over)
    kiosk.tap(c.SayWho((c.Claim(1, "robbed_kong", 0),)), c.ReadTable())
    view = wait_until(kiosk.service, lambda view: view.reading_error is not None)
    assert view.reading_error is not None
    assert view.reading_error.code == "end_not_played"
    assert kiosk.world.truth is None


def test_a_refused_end_leaves_the_hand_unseen_for_the_next_one(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target_ends, "MOST_WALLS", 1)
    kiosk.sit_down("taiwan")
    kiosk.throw()
    kiosk.tap(c.StartPlay(), c.SayWho((c.Claim(1, "robbed_flower", 0),)), c.ReadTable())
    view = wait_until(kiosk.service, lambda view: view.reading_error is not None)
    assert view.reading_error is not None
    assert view.reading_error.code == "end_not_played"
    assert kiosk.world.watcher.course(*kiosk.service.state.open) is None


def test_a_robbed_kong_that_nobody_has_watched_is_played_from_walls_that_stand_there(
    kiosk: Kiosk,
) -> None:
    kiosk.sit_down("wuhan")
    kiosk.throw()
    kiosk.tap(c.StartPlay(), c.SayWho((c.Claim(1, "robbed_kong", 0),)), c.ReadTable())
    wait_until(kiosk.service, lambda view: view.stage is Stage.REVIEW and not view.reading)
    hand = kiosk.world.hand
    assert hand is not None
    assert [(one.win.seat, one.win.by) for one in hand.course.at.wins] == [(1, "robbed_kong")]
    assert Counter(tile.face for tile in kiosk.world.machine.area(1, Area.MELDS)) == Counter(
        CODES[tile] for meld in hand.course.at.seats[1].melds for tile in meld.tiles
    )


def test_players_draw_from_the_walls_that_the_machine_has_built(kiosk: Kiosk) -> None:
    kiosk.sit_down("riichi")
    kiosk.throw()
    view = kiosk.service.view()
    assert view.session is not None
    assert view.draft is not None
    hand = kiosk.world.deal(view.session, view.draft)
    assert hand is not None
    broken = view.draft.wall_break
    stack = kiosk.world.machine.walls[broken["wall"]][broken["after"]]
    first = [tile.face for tile in stack if tile is not None]
    assert [CODES[tile] for tile in hand.course.at.wall.tiles[:2]] == first


def test_a_fault_in_the_middle_of_a_hand_does_not_end_it(kiosk: Kiosk) -> None:
    kiosk.sit_down("riichi")
    kiosk.throw()
    kiosk.tap(c.StartPlay())
    session, draft = kiosk.service.state.open
    watcher = kiosk.world.watcher
    began = watcher.follow(session, draft)
    assert began is not None
    kiosk.world.mishaps.bring_about("stop")
    wait_until(kiosk.service, lambda view: view.table.fault is not None)
    watcher.hurry()
    course = watcher.course(session, draft)
    assert course is not None
    assert course.is_over
    record = course.record()
    kiosk.tap(*ending(record, rules.ruleset("riichi")))
    if kiosk.service.state.stage is Stage.READING:
        kiosk.tap(c.ReadTable())
        wait_until(kiosk.service, lambda view: view.stage is Stage.REVIEW and not view.reading)
    assert kiosk.world.truth is not None
    assert kiosk.world.truth["wins"] == record["wins"]
    kiosk.tap(c.Settle())
    draft = kiosk.service.state.open[1]
    assert list(draft.settlement["net"]) == list(course.settlement().net)


def test_what_lies_there_of_cards_is_the_hand_that_was_watched(kiosk: Kiosk) -> None:
    players = tuple(map(kiosk.service.enrol, ("Aiko", "Bo", "Chen", "Dara")))
    kiosk.tap(c.OpenSession("tien-gow", players), c.SayLeader(1), c.StartPlay())
    session, draft = kiosk.service.state.open
    kiosk.world.watcher.follow(session, draft)
    kiosk.tap(c.EndPlay())
    kiosk.world.lay_cards(kiosk.service.view())
    hand = kiosk.world.watcher.hand(*kiosk.service.state.open)
    assert isinstance(hand, CardHand)
    play = hand.records().summary["play"]
    lying = [tile.code for tile in kiosk.world.cards.camera.truth()]
    assert set(play["last"]["tiles"]) <= set(lying)
    kiosk.tap(c.SayPlay({}), c.Settle())
    draft = kiosk.service.state.open[1]
    assert draft.play == play
    assert draft.settlement["net"] == list(hand.course.settlement().net)
