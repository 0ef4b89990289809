"""What kind of table is simulated: data from `profiles/*.toml`, checked at loading."""

from __future__ import annotations

import json
import tomllib
import zlib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from firmware_bridge.codes import JobKind
from firmware_bridge.messages import PROTOCOL


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
    home: float
    census: float

    def __post_init__(self) -> None:
        single = (self.hole, self.drop_poll, self.shuffle, self.stack, self.raise_, self.lower)
        if min(single) <= 0 or not 0 < self.roll[0] <= self.roll[1]:
            raise ValueError("every movement takes time")


@dataclass(frozen=True, slots=True)
class Mixer:
    """How the tray mixes: `uniform`, or `clustered`, where neighbours tend to stay so."""

    model: str
    spread: float

    def __post_init__(self) -> None:
        if self.model not in ("uniform", "clustered"):
            raise ValueError(f"mixer {self.model!r}: uniform or clustered")
        if self.spread <= 0:
            raise ValueError(f"spread {self.spread}: more than 0")


@dataclass(frozen=True, slots=True)
class Profile:
    """A model of table."""

    model: str
    serial: str
    firmware: str
    max_stacks: int
    dice: int
    deals: bool
    tile_class: str
    mechanisms: tuple[str, ...]
    times: Times
    mixer: Mixer

    def dictionary(self) -> bytes:
        """Return what the table says of itself: zlib-compressed JSON."""
        said = {
            "model": self.model,
            "serial": self.serial,
            "firmware": self.firmware,
            "protocol": {"lowest": PROTOCOL, "highest": PROTOCOL},
            "sides": 4,
            "max_stacks": self.max_stacks,
            "tile_class": self.tile_class,
            "dice": self.dice,
            "dice_source": "motor_sensor",
            "deals": self.deals,
            "mechanisms": self.mechanisms,
            "jobs": [kind.name.lower() for kind in JobKind],
            "budgets_s": {"hole": self.times.hole, "raise": self.times.raise_, "build": 90},
        }
        return zlib.compress(json.dumps(said, sort_keys=True).encode(), 9)


def load(name: str) -> Profile:
    """Return the profile called *name*; raise `ValueError` naming those that there are."""
    folder = resources.files("hw_sim") / "profiles"
    file = folder / f"{name}.toml"
    if not file.is_file():
        known = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
        raise ValueError(f"no profile {name!r}: choose from {', '.join(known)}")
    return _from_toml(tomllib.loads(file.read_text(encoding="utf-8")))


def _from_toml(raw: dict[str, Any]) -> Profile:
    times = dict(raw.pop("times"))
    for word in ("return", "raise"):
        times[word + "_"] = times.pop(word)
    times["roll"] = tuple(times["roll"])
    mixer = Mixer(**raw.pop("mixer"))
    raw["mechanisms"] = tuple(raw["mechanisms"])
    return Profile(times=Times(**times), mixer=mixer, **raw)
