"""House rules by name: what a house plays by, kept in one file of the data directory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

import rules
from kiosk.errors import Refused
from kiosk.files import write_whole
from rules.errors import UnknownRulesetError

FILE: Final = "presets.json"
MAX_NAME: Final = 24
MOST: Final = 200
"""Presets that one kiosk keeps; a parlour has a handful a game."""


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules of one game with their name; `version` counts what was saved under it."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    ruleset: str
    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    options: dict[str, Any]
    """Those that differ from the sheet's defaults."""
    version: Annotated[int, Field(ge=1)] = 1

    @property
    def hash(self) -> str:
        """Return what changes with any rule: the first 8 digits of a SHA-256."""
        rule = json.dumps([self.ruleset, self.options], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(rule.encode()).hexdigest()[:8]

    @property
    def mark(self) -> str:
        """Return name, version and hash as the ledger notes them."""
        return f"{self.name} · v{self.version} · {self.hash}"

    @property
    def text(self) -> str:
        """Return the preset as JSON, for a file or a QR code."""
        return json.dumps([asdict(self)], ensure_ascii=False, sort_keys=True)


READER: Final = TypeAdapter(list[Preset])


class Presets:
    """All presets of this kiosk, in the order of their first saving."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / FILE

    def all(self) -> list[Preset]:
        """Return every preset of a game that this program knows."""
        if not self._path.exists():
            return []
        presets = READER.validate_json(self._path.read_bytes())
        return [one for one in presets if one.ruleset in rules.rulesets()]

    def of(self, ruleset: str) -> list[Preset]:
        """Return the presets of one game."""
        return [one for one in self.all() if one.ruleset == ruleset]

    def find(self, ruleset: str, name: str) -> Preset | None:
        """Return the preset of this name; `None` for none."""
        return next((one for one in self.of(ruleset) if one.name == name), None)

    def mark_of(self, ruleset: str, options: Mapping[str, Any]) -> str:
        """Return the mark of the preset that these options are; empty for none."""
        return next((one.mark for one in self.of(ruleset) if one.options == options), "")

    def save(self, ruleset: str, name: str, options: Mapping[str, Any]) -> Preset:
        """Keep these options under *name*; other ones under a known name are its next version.

        Those that stand at the sheet's defaults are left out. Return what is kept now; raise
        `Refused` where the name is empty or too long, or an option cannot be.
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= MAX_NAME:
            raise Refused("bad_presets", f"a name has 1 to {MAX_NAME} characters", where="name")
        preset = Preset(ruleset, name, dict(options))
        if not _is_playable(preset):
            raise Refused("bad_presets", "a game or an option is unknown", where="options")
        defaults = rules.ruleset(ruleset).defaults
        changes = {one: to for one, to in options.items() if to != defaults[one]}
        previous = self.find(ruleset, name)
        if previous is not None and previous.options == changes:
            return previous
        preset = replace(
            preset, options=changes, version=1 if previous is None else previous.version + 1
        )
        self._put([preset])
        return preset

    def remove(self, ruleset: str, name: str) -> None:
        """Forget the preset of this name."""
        self._write([one for one in self.all() if (one.ruleset, one.name) != (ruleset, name)])

    def export(self) -> str:
        """Return all presets as JSON."""
        return json.dumps([asdict(one) for one in self.all()], ensure_ascii=False, indent=1)

    def take_in(self, text: str) -> int:
        """Keep the presets of an export and return how many; raise `Refused` where one is none."""
        try:
            presets = READER.validate_json(text)
        except ValidationError as error:
            raise Refused("bad_presets", str(error), where="presets") from error
        if not presets or not all(map(_is_playable, presets)):
            raise Refused("bad_presets", "a game or an option is unknown", where="presets")
        self._put(presets)
        return len(presets)

    def _put(self, new: list[Preset]) -> None:
        """Write the *new* ones in place of those of the same name, others at the end."""
        preset_by_key = {(one.ruleset, one.name): one for one in (*self.all(), *new)}
        if len(preset_by_key) > MOST:
            raise Refused("bad_presets", f"at most {MOST} are kept", where="presets")
        self._write(list(preset_by_key.values()))

    def _write(self, presets: list[Preset]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, READER.dump_json(presets, indent=1).decode())


def _is_playable(preset: Preset) -> bool:
    try:
        options = rules.ruleset(preset.ruleset).by_option
    except UnknownRulesetError:
        return False
    return all(name in options and options[name].allows(to) for name, to in preset.options.items())
