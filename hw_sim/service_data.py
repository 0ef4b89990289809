"""What a model of table lists for makers and service people: data from `service.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.faults import MakersFault
from firmware_bridge.service_lists import service_lists

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hw_sim.profile import Profile

NO_SIDE: Final = 0xFF
SIDES: Final = 4
_OURS: Final = ("part", "gauge", "sides", "times")
"""What only the simulator reads of an entry."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ServiceData:
    """The lists of one model."""

    entries: Mapping[str, Any]
    """As they stand in its dictionary."""
    gauges: tuple[tuple[str, int], ...] = ()
    """What each input measures, and at which side."""
    parts: tuple[str, ...] = ()
    """Whose work is counted, in the order of the list."""
    times: tuple[str, ...] = ()
    """Which of the profile's times each parameter sets; empty: something of the sensors."""

    @property
    def parameters(self) -> Sequence[Mapping[str, Any]]:
        """What can be set."""
        rows: Sequence[Mapping[str, Any]] = self.entries.get("parameters", ())
        return rows

    def profile_with(self, profile: Profile, values: Sequence[int]) -> Profile:
        """Return *profile* as *values* of the parameters make it."""
        rows = zip(self.times, self.parameters, values, strict=True)
        set_times = {
            name: value / 10 ** row.get("decimals", 0) for name, row, value in rows if name
        }
        times = replace(profile.times, **set_times)
        return replace(profile, times=times, works=profile.original)

    def values_by_name(self, values: Sequence[int]) -> dict[str, int]:
        """Return *values* by the names of their parameters."""
        return {row["name"]: value for row, value in zip(self.parameters, values, strict=True)}


@cache
def _all() -> dict[str, list[Row]]:
    text = (resources.files("hw_sim") / "service.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def own_faults() -> Mapping[int, MakersFault]:
    """Return the faults of the simulated maker, by code."""
    return service_lists({"faults": _all()["faults"]}).faults


def service_data(profile: Profile) -> ServiceData:
    """Return what a table of *profile* lists; nothing where only keys and lamps are known."""
    if profile.jobs:
        return ServiceData({})
    inputs = [one for row in _of(profile, "inputs") for one in _on_sides(row)]
    parameters = [_with_default(row, profile) for row in _of(profile, "parameters")]
    usage = [{"name": row["part"], **row} for row in _of(profile, "usage")]
    coin = {} if profile.coin_seconds is None else {"coin_seconds": profile.coin_seconds}
    return ServiceData(
        {
            "inputs": _plain(inputs),
            "parameters": _plain(parameters),
            "usage": _plain(usage),
            "faults": _all()["faults"],
            **coin,
        },
        tuple((row["gauge"], row.get("side", NO_SIDE)) for row in inputs),
        tuple(row["part"] for row in usage),
        tuple(row.get("times", "") for row in parameters),
    )


def _of(profile: Profile, name: str) -> list[Row]:
    return [row for row in _all()[name] if row.get("part", "") in ("", *profile.mechanisms)]


def _on_sides(row: Row) -> list[Row]:
    return [{**row, "side": side} for side in range(SIDES)] if row.get("sides") else [row]


def _with_default(row: Row, profile: Profile) -> Row:
    """Return a parameter with what the maker of *profile* has set it to."""
    if "times" not in row:
        return row
    usual = getattr(profile.times, row["times"]) * 10 ** row.get("decimals", 0)
    return {**row, "default": round(usual)}


def _plain(rows: Sequence[Row]) -> list[Row]:
    return [{name: value for name, value in row.items() if name not in _OURS} for row in rows]
