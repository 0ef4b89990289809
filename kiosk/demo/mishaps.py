"""What makes the simulated table harder: how it looks, and what people break when asked to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hw_sim.scenarios.actions import coin as drop_in
from kiosk.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hw_sim.table import SimTable

LOST: Final = 101
FAULTS: Final[Mapping[str, tuple[int, int | None]]] = {
    "jam": (203, 1),
    "lost_tile": (LOST, None),
    "cover": (703, None),
    "stop": (701, None),
}
"""Code and side of the faults whose causes the simulator knows."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the camera has to cope with on the simulated table."""

    is_rough: bool = False
    """An evening's light, lens and haste."""
    has_rivers: bool = True
    """Discards, walls and sticks that lie there as well."""


NEAT: Final = Look()


class SimMishaps:
    """What is broken at one simulated table and its camera."""

    def __init__(self, machine: SimTable) -> None:
        self._machine = machine
        self._undo: dict[str, Callable[[], None]] = {}

    @property
    def standing(self) -> frozenset[str]:
        """Return what is broken now."""
        return frozenset(self._undo)

    def check_sight(self) -> None:
        """Raise `Refused` while the camera gives no picture."""
        if "camera" in self._undo:
            raise Refused("no_frame", "the camera gives no picture", where="camera")

    def bring_about(self, name: str) -> None:
        """Let *name* happen, once but for coins; raise `Refused` where it cannot now."""
        if name in self._undo:
            return
        try:
            if name == "coin":
                self._machine.act(drop_in)
            else:
                self._undo[name] = self._do(name)
        except ValueError as problem:
            raise Refused("not_now", str(problem), where="table") from problem

    def strike_again(self) -> None:
        """Lose a tile of the tiles that people have put in for the next hand, where one is lost."""
        if "lost_tile" in self._undo:
            self._machine.jam(LOST)

    def heal(self) -> None:
        """Mend everything; what the table tells of it people still have to clear."""
        while self._undo:
            _, undo = self._undo.popitem()
            undo()

    def _do(self, name: str) -> Callable[[], None]:
        """Let *name* happen and return what undoes it."""
        machine = self._machine
        if name == "cable":
            machine.unplug()
            return machine.plug_in
        if name == "camera":
            return lambda: None
        code, side = FAULTS[name]
        machine.jam(code, side)
        return lambda: machine.unjam(code, side)
