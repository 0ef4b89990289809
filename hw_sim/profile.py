"""What kind of table is simulated: data from `profiles/*.toml`, checked at loading."""

from __future__ import annotations

import json
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import SETS, DiceSource, JobKind
from firmware_bridge.wire.messages import JOBS_SINCE_2, LOWEST, PROTOCOL

UPKEEP: Final = ("get_inputs", "get_parameters", "set_parameter", "get_usage", "mark_serviced")
"""What a table takes that lists its inputs, parameters and mechanisms."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long each movement takes, in seconds."""

    hole: float
    drop_poll: float
    drop_warn: float
    drop_limit: float
    shuffle: float
    stack: float
    starved: float
    return_: float
    raise_: float
    lower: float
    roll: tuple[float, float]
    settle: float
    settle_limit: float
    home: float
    census: float
    deal: float
    reverse: float
    test: float
    jog_mm_s: float
    boot: float
    """From a reset until the board answers."""

    def __post_init__(self) -> None:
        single = (self.hole, self.drop_poll, self.shuffle, self.stack, self.raise_, self.lower)
        if min(single) <= 0 or not 0 < self.roll[0] <= self.roll[1]:
            raise ValueError("every movement takes time")


@dataclass(frozen=True, slots=True)
class Mixer:
    """How the tray mixes.

    `uniform`: every order is as likely; `clustered`: neighbours tend to stay so;
    `layered`: clustered, and what fell in first is also picked first.
    """

    model: str
    spread: float

    def __post_init__(self) -> None:
        if self.model not in ("uniform", "clustered", "layered"):
            raise ValueError(f"mixer {self.model!r}: uniform, clustered or layered")
        if self.spread <= 0:
            raise ValueError(f"spread {self.spread}: more than 0")


@dataclass(frozen=True, slots=True)
class Profile:
    """A model of table."""

    model: str
    serial: str
    firmware: str
    max_stacks: int
    heads: int
    """Machine heads: 1, which serves the sides in turn by a chain rod, or one a side and more."""
    dice: int
    dice_source: str
    """Which of `DiceSource`, in small letters, the table throws by."""
    deal: int
    """Tiles that it can lift before each player, 0 where the players take them."""
    dora: bool
    """Whether it can turn indicators over."""
    tile_class: str
    mechanisms: tuple[str, ...]
    times: Times
    mixer: Mixer
    sets: int = 1
    """Sets of tiles that it holds: with 2, one is built while the other one is played with."""
    bauds: tuple[int, ...] = ()
    """Speeds beyond the usual one that its serial line can be set to."""
    jobs: tuple[str, ...] = ()
    """The only jobs that can be asked of it; empty: all that its parts can do."""
    gears: tuple[int, ...] = ()
    """Tile counts that a switch at the table is turned to; empty: the host says how many."""
    coin_seconds: int | None = None
    """What a pulse of its coin slot pays for, 0 where the house says; `None` without a slot."""
    counts_in: bool = True
    """Whether it counts the tiles that fall in; else people say by a key when all are in."""
    works: Profile | None = None
    """How it left the works, where somebody has set it otherwise since."""

    def __post_init__(self) -> None:
        if self.dice_source.upper() not in DiceSource.__members__:
            raise ValueError(f"dice source {self.dice_source!r}: one of {[*DiceSource]}")
        if not 0 <= self.deal <= 16 or self.heads not in (1, 4, 8):
            raise ValueError("0 to 16 tiles dealt, and 1, 4 or 8 heads")
        if not 1 <= self.sets <= SETS:
            raise ValueError(f"{self.sets} sets of tiles: 1 or {SETS}")

    @property
    def original(self) -> Profile:
        """How it left the works."""
        return self.works or self

    @property
    def deals(self) -> bool:
        """Whether it can deal."""
        return self.deal > 0

    def builds(self, plan: WallPlan) -> bool:
        """Return whether it can build and deal *plan*, in a gear that it has."""
        has_gear = not self.gears or plan.count in self.gears
        return has_gear and max(plan.layout) <= self.max_stacks and plan.deal <= self.deal

    def takes_plan(self, plan: WallPlan) -> bool:
        """Return whether the host may tell it to build *plan*; a switch is turned by people."""
        return not self.gears and self.builds(plan)

    def takes(self, number: int, *, is_old: bool) -> bool:
        """Return whether it knows the job with this *number*; old firmware knows fewer."""
        if number not in JobKind._value2member_map_ or (is_old and number in JOBS_SINCE_2):
            return False
        return not self.jobs or JobKind(number).name.lower() in self.jobs

    def dictionary(
        self,
        speaks: tuple[int, int] = (LOWEST, PROTOCOL),
        *,
        with_sets: bool = True,
        lists: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return what the table says of itself: zlib-compressed JSON.

        *lists* are those for service people; without any it takes no such command.
        """
        kinds = [kind for kind in JobKind if self.takes(kind, is_old=speaks[1] < 2)]
        if not self.deals:
            kinds = [kind for kind in kinds if kind is not JobKind.DEAL]
        entries = {
            "model": self.model,
            "serial": self.serial,
            "firmware": self.firmware,
            "protocol": {"lowest": speaks[0], "highest": speaks[1]},
            "sides": 4,
            "max_stacks": self.max_stacks,
            "tile_class": self.tile_class,
            "dice": self.dice,
            "dice_source": self.dice_source,
            "min_tiles": 34,
            "deals": self.deals,
            "mechanisms": self.mechanisms,
            "jobs": [kind.name.lower() for kind in kinds],
            "commands": [*self._commands(), *(UPKEEP if lists else ())] if speaks[1] > 1 else [],
            "bauds": self.bauds if speaks[1] > 1 else (),
            **({"sets": self.sets} if with_sets else {}),
            **({"gears": self.gears} if self.gears else {}),
            **(lists or {}),
            "budgets_s": {"hole": self.times.hole, "raise": self.times.raise_, "build": 90},
        }
        return zlib.compress(json.dumps(entries, sort_keys=True).encode(), 9)

    def _commands(self) -> list[str]:
        if self.jobs:  # a table of which only keys and lamps are known
            return [] if self.counts_in else ["end_drop"]
        dora = ["flip_dora"] if self.dora else []
        seeds = ["seed_commit", "seed_reveal"] if self.dice_source == "rng" else []
        return [*dora, "score_display", "lights", "sound", "get_log", "get_stats", "update", *seeds]


def names() -> list[str]:
    """Return the names of the profiles that there are."""
    folder = resources.files("hw_sim") / "profiles"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir())


def load(name: str) -> Profile:
    """Return the profile called *name*; raise `ValueError` naming those that there are."""
    file = resources.files("hw_sim") / "profiles" / f"{name}.toml"
    if name not in names():
        raise ValueError(f"no profile {name!r}: choose from {', '.join(names())}")
    return _from_toml(tomllib.loads(file.read_text(encoding="utf-8")))


def _from_toml(raw: dict[str, Any]) -> Profile:
    times = dict(raw.pop("times"))
    for word in ("return", "raise"):
        times[word + "_"] = times.pop(word)
    times["roll"] = tuple(times["roll"])
    mixer = Mixer(**raw.pop("mixer"))
    for several in ("mechanisms", "bauds", "jobs", "gears"):
        raw[several] = tuple(raw.get(several, ()))
    return Profile(times=Times(**times), mixer=mixer, **raw)
