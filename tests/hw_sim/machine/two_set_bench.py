"""A table with two sets and its host, in virtual time."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.state import TileSets, from_status
from firmware_bridge.wall_plan import layout_for
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ANY_SET, JobKind, JobState, SetState
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import End, VirtualHost

TILES = 136


class Bench:
    """A table on which set 0 lies in the tray and set 1 in its box."""

    def __init__(self, seed: int = 1, profile: str = "four_port") -> None:
        self.simulation = Simulation(FACES, seed=seed, profile=profile)
        self.device = self.simulation.device
        self.machine = self.device.machine
        self.places = self.device.places
        self.host = VirtualHost(self.simulation, seed)
        assert self.host.wait_up()
        deal = min(13, self.machine.profile.deal)
        if deal:
            layout = bytes(layout_for(TILES, 4, deal))
            self.host.ask(lambda tag: m.SetGear(tag, TILES, 4, deal, layout))

    def hand(self) -> End:
        """Return how the next hand came to the table."""
        return self.host.do(JobKind.NEXT_HAND, tiles=0)

    def build(self, which: int = ANY_SET) -> int:
        """Begin to build a set; return the op, or the refusal below 1000."""
        return self.host.begin(JobKind.BUILD, tiles=0, set=which)

    def built(self, which: int = ANY_SET) -> End:
        """Return how the build of a set ended."""
        return self.host.do(JobKind.BUILD, tiles=0, set=which)

    def load(self) -> None:
        """Raise set 0, let people put set 1 in."""
        assert self.hand().state is JobState.DONE
        assert self.host.do(JobKind.DROP, set=1).state is JobState.DONE

    def ready(self) -> None:
        """Raise set 0 and have set 1 built below it."""
        self.load()
        assert self.built(1).state is JobState.DONE

    def close_early(self) -> None:
        """Let people press the key as soon as they see nothing left, though tiles are missing."""

        def push_and_press() -> None:
            self.machine.push_in()
            self.machine.close_pressed = True

        self.machine.people = push_and_press

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.host.run(lambda: False, seconds)

    def until(self, so: Callable[[], bool], limit_s: float = 120.0) -> None:
        """Wait until something is so."""
        assert self.host.run(so, limit_s)

    def status(self) -> m.Status:
        """Return what the table tells."""
        answer = self.host.ask(m.GetStatus)
        assert isinstance(answer, m.Status)
        return answer

    def sets(self) -> TileSets:
        """Return what the table tells of its sets."""
        tile_sets = from_status(self.status())
        assert tile_sets is not None
        return tile_sets

    def states(self) -> tuple[SetState, SetState]:
        """Return where the table says that set 0 and set 1 are."""
        return self.sets().states

    def backs(self) -> set[int]:
        """Return the colours of the backs in the walls on the lifters."""
        return {tile.back for wall in self.places.walls for stack in wall for tile in stack}

    def recover(self) -> None:
        """Clear what the table tells, as often as it takes."""
        for _ in range(4):
            status = self.status()
            for code in {status.fault, status.beside_fault} - {0}:
                self.host.clear(code)
            self.host.run(lambda: self.machine.kind is None, 60)
