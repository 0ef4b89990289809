"""What this kiosk is set up with: a TOML file, then `JANTAKU_*` variables, then nothing else.

Unknown keys are errors, so that a slip of the pen does not silently mean "default".
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiosk.i18n import LANGUAGE_NAMES
from rules.errors import JantakuError

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX: Final = "JANTAKU_"
NOT_SETTINGS: Final = frozenset({"JANTAKU_CONFIG", "JANTAKU_EXAMPLES"})
"""Variables of ours that set nothing here: where the file is, how long the tests try."""

LOCAL: Final = "local"
POSTGRESQL: Final = "postgresql"
WORDS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
MAX_PORT: Final = 65_535


class SettingsError(JantakuError):
    """A setting that is unknown or cannot be; the message names it and what it takes."""

    code = "bad_setting"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; each field is a key of the file and `JANTAKU_<FIELD>`."""

    data_dir: Path = Path("data")
    """Where ledger, journal and secrets lie; made if missing."""
    host: str = "127.0.0.1"
    """Address that the pages are served on."""
    port: int = 8000
    """TCP port that the pages are served on; 0 takes a free one."""
    hosts: str = ""
    """Further names under which the kiosk may be asked, with commas between them."""
    table: str = ""
    """Port of the machine; empty: no machine.

    `auto` is the one that is plugged in, `auto:SERIAL` a certain one, `usb:SERIAL` one on USB
    without a serial port; else a device (`/dev/ttyACM0`) or a URL (`socket://host:port`,
    `rfc2217://host:port`).
    """
    camera: str = ""
    """Camera above the table, its number or address; empty: no camera."""
    simulate: bool = False
    """Whether the simulated table and camera stand in for the real ones."""
    language: str = ""
    """Language of the screens until someone picks another; empty: as the browser asks."""
    table_id: str = "table-1"
    """Name of this table in the ledger."""

    stills_mib: int = 200
    """Room for the pictures of readings in the data directory, in MiB; 0 keeps none."""
    stills_days: int = 60
    """For how many days they are kept; 0 keeps none."""
    backup_dir: str = ""
    """Folder of the ledger's backups; empty: `backups` in the data directory."""
    tape_dir: str = ""
    """Folder of the ledger's tape, best on another disk; empty: the data directory."""
    database_url: str = ""
    """The parlour's database, `postgresql+psycopg://…`; empty: this table stands alone."""
    kiosk_id: str = ""
    """Name of this device in the parlour; empty: one is made up and kept."""
    commit_to: str = LOCAL
    """Where a hand counts: `local`, in the file in the data directory, from which the parlour's
    database is fed; or `postgresql`, in that database alone: no hand counts while it is away."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= MAX_PORT:
            raise SettingsError(f"port {self.port}: 0 to {MAX_PORT}", where="port")
        if self.stills_mib < 0 or self.stills_days < 0:
            raise SettingsError("stills_mib, stills_days: not below 0", where="stills_mib")
        if self.language and self.language not in LANGUAGE_NAMES:
            known = ", ".join(LANGUAGE_NAMES)
            raise SettingsError(f"language {self.language!r}: one of {known}", where="language")
        if not self.table_id:
            raise SettingsError("table_id: must not be empty", where="table_id")
        if self.simulate and (self.table or self.camera):
            raise SettingsError("simulate: not together with table or camera", where="simulate")
        self._check_commit()

    def _check_commit(self) -> None:
        """Raise `SettingsError` unless it is said where hands count."""
        if self.commit_to not in (LOCAL, POSTGRESQL):
            what = f"commit_to {self.commit_to!r}: {LOCAL} or {POSTGRESQL}"
            raise SettingsError(what, where="commit_to")
        if self.commits_to_database and not self.database_url:
            raise SettingsError("commit_to: postgresql needs database_url", where="commit_to")

    @property
    def commits_to_database(self) -> bool:
        """Return whether the parlour's database is the ledger itself."""
        return self.commit_to == POSTGRESQL

    @property
    def host_names(self) -> tuple[str, ...]:
        """Return the further names under which the kiosk may be asked."""
        return tuple(name.strip() for name in self.hosts.split(",") if name.strip())

    @property
    def ledger(self) -> Path:
        """Return the path of the ledger's file."""
        return self.data_dir / "ledger.sqlite"

    @property
    def backups(self) -> Path:
        """Return the folder of the ledger's backups."""
        return Path(self.backup_dir) if self.backup_dir else self.data_dir / "backups"

    @property
    def tape(self) -> Path:
        """Return the folder of the ledger's tape."""
        return Path(self.tape_dir) if self.tape_dir else self.data_dir

    @property
    def stills(self) -> Path:
        """Return the folder of the pictures of readings."""
        return self.data_dir / "stills"

    @property
    def journal(self) -> Path:
        """Return the path of the machine's job journal."""
        return self.data_dir / "table-journal.json"


FIELDS: Final = {field.name: type(field.default) for field in fields(Settings)}
"""Each setting with its type, that of its default."""


def load(path: Path | None, environ: Mapping[str, str]) -> Settings:
    """Return the settings of the file at *path*, overruled by the variables of *environ*.

    Without *path*, `JANTAKU_CONFIG` names the file; without both there is none. Raise
    `SettingsError` for anything unknown or impossible.
    """
    named = environ.get("JANTAKU_CONFIG")
    place = path if path is not None or not named else Path(named)
    given = _from_file(place) if place is not None else {}
    return replace(Settings(), **{**given, **_from_environ(environ)})


def _from_file(path: Path) -> dict[str, Any]:
    """Return the settings in the TOML file at *path*."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {error}", where=str(path)) from error
    return {key: _checked(key, value) for key, value in table.items()}


def _from_environ(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in the variables that begin with `JANTAKU_`."""
    return {
        key: _read(key, text)
        for key, text in (
            (name.removeprefix(PREFIX).lower(), text)
            for name, text in environ.items()
            if name.startswith(PREFIX) and name not in NOT_SETTINGS
        )
    }


def _checked(key: str, value: Any) -> Any:
    """Return the value that the file gives *key*; a path may be written as text."""
    wanted = _type_of(key)
    if wanted not in (bool, int, str):
        return Path(_checked_as(key, value, str))
    return _checked_as(key, value, wanted)


def _checked_as(key: str, value: Any, wanted: type) -> Any:
    """Return *value*; raise `SettingsError` unless it is of the type *wanted*."""
    if type(value) is not wanted:
        raise SettingsError(f"{key}: {value!r} is no {wanted.__name__}", where=key)
    return value


def _read(key: str, text: str) -> Any:
    """Return the value that the variable's *text* gives *key*."""
    wanted = _type_of(key)
    if wanted is bool:
        if text.lower() not in WORDS:
            raise SettingsError(f"{key}: {text!r} is neither true nor false", where=key)
        return WORDS[text.lower()]
    if wanted is int:
        if not text.isdecimal():
            raise SettingsError(f"{key}: {text!r} is no whole number", where=key)
        return int(text)
    return text if wanted is str else Path(text)


def _type_of(key: str) -> type:
    """Return the type of setting *key*; raise `SettingsError` where there is none."""
    if key not in FIELDS:
        known = ", ".join(sorted(FIELDS))
        raise SettingsError(f"{key}: there is no such setting; there are {known}", where=key)
    return FIELDS[key]
