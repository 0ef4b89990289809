"""The simulated table over a real serial port: walls, dice, tiles, keys."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge import (
    CommandRefusedError,
    DiceResult,
    Job,
    JobKind,
    JobState,
    Stage,
    TableClient,
    TableEvent,
    TableState,
    WallsResult,
)
from hw_sim.faults.wire import WireFaults
from hw_sim.machine.tiles import Area, OnTop, SimTile
from hw_sim.table import DICE_KEY, LIFT_KEY, SimTable
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached


def on_table(table: SimTable) -> Counter[str]:
    """Return the faces in the raised walls."""
    return Counter(tile.face for wall in table.walls for stack in wall for tile in stack if tile)


def wait_for_event(events: queue.Queue[TableEvent], topic: str) -> TableEvent:
    """Return the next event of *topic*."""
    while True:
        event = events.get(timeout=PATIENCE_S)
        if event.topic == topic:
            return event


def test_the_next_hand_raises_four_walls_with_every_tile(
    table: SimTable, client: TableClient
) -> None:
    result = client.next_hand(tiles=136).wait(PATIENCE_S)
    assert result == WallsResult((17, 17, 17, 17))
    assert [len(wall) for wall in table.walls] == [17] * 4
    assert on_table(table) == FACES
    assert client.status().state is TableState.PLAY


def test_the_same_seed_builds_the_same_walls_and_another_one_does_not(tmp_path: Path) -> None:
    walls = []
    for number, seed in enumerate((3, 3, 4)):
        with (
            SimTable(FACES, seed=seed, speed=400) as table,
            reached(table, tmp_path / str(number)) as client,
        ):
            client.next_hand().wait(PATIENCE_S)
            walls.append(repr(table.walls))
    assert walls[0] == walls[1]
    assert walls[0] != walls[2]


def test_hand_after_hand_keeps_every_tile(table: SimTable, client: TableClient) -> None:
    walls = []
    for _ in range(4):
        client.next_hand().wait(PATIENCE_S)
        for stack in range(6):
            table.take(0, stack, "top", OnTop(1, Area.HAND))
            table.take(0, stack, "bottom", OnTop(2, Area.DISCARDS))
        walls.append(table.walls)
    client.next_hand().wait(PATIENCE_S)
    assert on_table(table) == FACES
    assert len({str(wall) for wall in walls}) == 4


def test_dice_come_back_over_the_link(client: TableClient) -> None:
    result = client.roll_dice(3).wait(PATIENCE_S)
    assert isinstance(result, DiceResult)
    assert len(result.dice) == 3
    assert set(result.dice) <= set(range(1, 7))


def test_walls_go_down_and_up_again(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    before = table.walls
    client.lower_walls().wait(PATIENCE_S)
    assert table.walls == ([], [], [], [])
    client.raise_walls().wait(PATIENCE_S)
    assert table.walls == before


def test_broken_walls_are_not_lowered(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    table.take(0, 0, "top", OnTop(0, Area.HAND))
    with pytest.raises(CommandRefusedError, match="bad state"):
        client.lower_walls()


def test_three_players_get_three_walls(tmp_path: Path) -> None:
    sanma = {face: 4 for face in FACES if face[1] != "m" or face in ("1m", "9m")}
    with (
        SimTable(sanma, seed=1, speed=400) as table,
        reached(table, tmp_path / "journal") as client,
    ):
        client.set_wall_plan(108, players=3)
        client.next_hand(tiles=108).wait(PATIENCE_S)
        assert [len(wall) for wall in table.walls] == [18, 18, 18, 0]


def test_a_gear_that_does_not_fit_the_table_is_refused(client: TableClient) -> None:
    with pytest.raises(CommandRefusedError, match="unsupported gear"):
        client.set_wall_plan(170)


def test_a_hand_for_another_number_of_tiles_is_refused(client: TableClient) -> None:
    with pytest.raises(CommandRefusedError) as refusal:
        client.next_hand(tiles=144)
    assert refusal.value.fault.code == 803


def test_four_dice_are_refused(client: TableClient) -> None:
    with pytest.raises(CommandRefusedError) as refusal:
        client.roll_dice(4)
    assert refusal.value.fault.code == 804


def test_a_second_job_waits_its_turn(slow_client: TableClient) -> None:
    job = slow_client.next_hand()
    with pytest.raises(CommandRefusedError) as refusal:
        slow_client.next_hand()
    assert refusal.value.fault.code in (802, 805)
    job.cancel()


def test_the_lift_key_works_and_tells_the_host(table: SimTable, client: TableClient) -> None:
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    table.press(LIFT_KEY)
    assert wait_for_event(events, "button").code == LIFT_KEY
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)


def test_keys_work_without_a_host(table: SimTable) -> None:
    table.press(LIFT_KEY)
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    table.press(DICE_KEY)


def test_a_hand_is_built_over_a_bad_cable(table: SimTable, client: TableClient) -> None:
    table.spoil_wire(WireFaults(flip=0.05, lose=0.02, duplicate=0.02))
    assert client.next_hand().wait(PATIENCE_S) == WallsResult((17, 17, 17, 17))


def test_a_subscriber_may_call_back_in_and_one_that_fails_harms_no_other(
    client: TableClient, caplog: pytest.LogCaptureFixture
) -> None:
    states: queue.Queue[JobState | None] = queue.Queue()

    def fails(event: TableEvent) -> None:
        raise ValueError(event.topic)

    def asks(event: TableEvent) -> None:
        if event.topic == "job" and event.job is JobState.DONE:
            states.put(event.job)
            client.status()

    client.subscribe(fails)
    end = client.subscribe(asks)
    client.roll_dice(2).wait(PATIENCE_S)
    assert states.get(timeout=PATIENCE_S) is JobState.DONE
    assert "subscriber failed" in caplog.text
    end()


def test_a_job_tells_its_progress(client: TableClient) -> None:
    readings: list[tuple[Stage, float]] = []
    job: Job = client.next_hand()
    while not job.watch(1.0):
        readings.append((job.stage, job.progress))
    assert job.progress == 1.0
    assert [progress for _, progress in readings] == sorted(progress for _, progress in readings)


def test_who_the_table_is(client: TableClient) -> None:
    identity = client.identity
    assert identity is not None
    assert (identity.model, identity.max_stacks, identity.dice) == ("four_port", 19, 3)
    assert client.supports(136).level == "auto"
    assert client.supports(272).level == "none"


def test_unknown_arguments_are_refused_before_anything_is_sent(client: TableClient) -> None:
    with pytest.raises(ValueError, match="roll takes"):
        client.start(JobKind.ROLL, pips=2)


def test_a_turned_indicator_stays_in_the_wall(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    tile = table.turn_up(1, 4, "top")
    assert table.face_up == {tile}
    assert table.walls[1][4][0] is tile


def test_tiles_move_between_areas(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    tile: SimTile = table.take(2, 16, "top", OnTop(2, Area.HAND))
    table.lay(tile, 2, Area.DISCARDS)
    assert table.area(2, Area.HAND) == ()
    assert table.area(2, Area.DISCARDS) == (tile,)


@pytest.mark.parametrize(("side", "stack", "tier"), [(0, 17, "top"), (4, 0, "top"), (0, 0, "x")])
def test_there_is_no_such_place(
    table: SimTable, client: TableClient, side: int, stack: int, tier: str
) -> None:
    client.next_hand().wait(PATIENCE_S)
    with pytest.raises(ValueError, match=r"no tile|not a valid"):
        table.take(side, stack, tier, OnTop(0, Area.HAND))


def test_a_covered_tile_cannot_be_taken(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    with pytest.raises(ValueError, match="lies on it"):
        table.take(0, 0, "bottom", OnTop(0, Area.HAND))


def test_nothing_can_be_taken_while_the_walls_are_down(table: SimTable) -> None:
    with pytest.raises(ValueError, match="walls are down"):
        table.take(0, 0, "top", OnTop(0, Area.HAND))


def test_people_who_do_not_sweep_are_waited_for(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    table.people_sweep = False
    with pytest.raises(ValueError, match="hole is closed"):
        table.sweep()
    opening = threading.Event()
    table.at(Stage.DROP, opening.set)
    job = client.next_hand()
    assert opening.wait(PATIENCE_S)
    assert table.sweep() == 136
    job.wait(PATIENCE_S)
    assert on_table(table) == FACES
