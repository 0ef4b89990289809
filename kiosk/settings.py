"""What this kiosk is set up with: a TOML file, then `JANTAKU_*` variables, then the command line.

Unknown keys are errors, so that a slip of the pen does not silently mean "default". No message
repeats a value: the database's address has a password in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StrictBool,
    StrictInt,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from firmware_bridge.usb_ids import usb_ids
from kiosk.errors import without_secrets
from kiosk.files import describe_os_error
from kiosk.i18n import LANGUAGE_NAMES
from rules.errors import JantakuError

PREFIX: Final = "JANTAKU_"
NOT_SETTINGS: Final = frozenset({"JANTAKU_CONFIG", "JANTAKU_EXAMPLES"})
"""Variables of ours that set nothing here: where the file is, how long the tests try."""
GONE: Final = "commit_to"
"""Said where hands count, while they could count in the parlour's database alone."""


class SettingsError(JantakuError):
    """A setting that is unknown or cannot be; the message names it and what it takes."""

    code = "bad_setting"


def _check_language(language: str) -> str:
    if language and language not in LANGUAGE_NAMES:
        raise ValueError(f"there are {', '.join(LANGUAGE_NAMES)}")
    return language


def _check_boards(boards: str) -> str:
    usb_ids(boards.split(","))
    return boards


def _check_address(url: SecretStr) -> SecretStr:
    """Return the database's address *url*; raise `ValueError` where it has another form.

    A sign of the password that means something in an address would be taken for its host or port,
    and stand in the driver's messages.
    """
    text = url.get_secret_value()
    if text and not _is_address(text):
        raise ValueError(
            "write postgresql+psycopg://NAME:PASSWORD@HOST:PORT/DATABASE, and of name and password "
            "each sign but letters and digits in code: @ is %40, / %2F, : %3A, # %23, ? %3F"
        )
    return url


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.hostname is not None
    except ValueError:
        return False
    is_known = parts.scheme in ("postgresql", "postgresql+psycopg") and "://" in text
    at_home = text.count("@") == parts.netloc.count("@") <= 1
    return is_known and has_port and at_home and not parts.fragment and not set(text) & set(" \t")


class Settings(BaseModel):
    """Everything that can be set; each field is a key of the file and `JANTAKU_<FIELD>`."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    data_dir: Path = Path("data")
    """Where ledger, journal and secrets lie; made if missing."""
    host: str = "127.0.0.1"
    """Address that the pages are served on."""
    port: Annotated[StrictInt, Field(ge=0, le=65_535)] = 8000
    """TCP port that the pages are served on; 0 takes a free one."""
    hosts: str = ""
    """Further names under which the kiosk may be asked, with commas between them."""
    table: str = ""
    """Port of the machine; empty: no machine.

    `auto` is the one that is plugged in, `auto:SERIAL` a certain one, `usb:SERIAL` one on USB
    without a serial port; else a device (`/dev/ttyACM0`) or a URL (`socket://host:port`,
    `rfc2217://host:port`).
    """
    boards: Annotated[str, AfterValidator(_check_boards)] = ""
    """What the machine may be built with, where its USB name does not say that it is a table.

    `arduino`, `pico`, `esp32`, `ch340`, or numbers as in `1a86:7523`, with commas between them.
    """
    camera: str = ""
    """Camera above the table, its number or address; empty: no camera."""
    simulate: StrictBool = False
    """Whether the simulated table and camera stand in for the real ones."""
    sim_table: str = "four_port"
    """Which model of table is simulated: those of `jantaku sim --profile`, such as `as_sold`."""
    language: Annotated[str, AfterValidator(_check_language)] = ""
    """Language of the screens until someone picks another; empty: as the browser asks."""
    table_id: Annotated[str, Field(min_length=1)] = "table-1"
    """Name of this table in the ledger."""

    stills_mib: Annotated[StrictInt, Field(ge=0)] = 200
    """Room for the pictures of readings in the data directory, in MiB; 0 keeps none."""
    stills_days: Annotated[StrictInt, Field(ge=0)] = 60
    """For how many days they are kept; 0 keeps none."""
    backup_dir: str = ""
    """Folder of the ledger's backups; empty: `backups` in the data directory."""
    tape_dir: str = ""
    """Folder of the ledger's tape, best on another disk; empty: the data directory."""
    database_url: Annotated[SecretStr, AfterValidator(_check_address)] = SecretStr("")
    """The parlour's database, `postgresql+psycopg://…`; empty: this table stands alone.

    It is fed from the table's own file, where hands count whether it answers or not."""
    kiosk_id: str = ""
    """Name of this device in the parlour; empty: one is made up and kept."""

    @field_validator("*", mode="before")
    @classmethod
    def _check_characters(cls, value: object) -> object:
        if "\0" in str(value):
            raise ValueError("must not have a null character in it")
        return value

    @model_validator(mode="after")
    def _check_simulation(self) -> Settings:
        if self.simulate and (self.table or self.camera):
            raise ValueError("not together with table or camera")
        return self

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
    def calibration(self) -> Path:
        """Return the path of the file that says where the table lies in the camera's pictures."""
        return self.data_dir / "calibration.json"

    @property
    def journal(self) -> Path:
        """Return the path of the machine's job journal."""
        return self.data_dir / "table-journal.json"


def load(path: Path | None, environ: Mapping[str, str], /, **overrides: Any) -> Settings:
    """Return the settings of the file at *path*, overruled by *environ*, overruled by *overrides*.

    Without *path*, `JANTAKU_CONFIG` names the file; without both there is none. Raise
    `SettingsError` for anything unknown or impossible.
    """
    config = environ.get("JANTAKU_CONFIG")
    place = path if path is not None or not config else Path(config)
    values = _from_file(place) if place is not None else {}
    sources = dict.fromkeys(values, f"{place}: ")
    variables = _from_environ(environ)
    values |= variables | overrides
    sources |= dict.fromkeys(variables, PREFIX) | dict.fromkeys(overrides, "")
    if values.pop(GONE, "local") != "local":
        what = (
            "commit_to: hands count in this kiosk's own file alone; take the setting out and run "
            "`jantaku take` once, which brings the table's hands and names from the database"
        )
        raise SettingsError(what, where=GONE)
    try:
        return Settings(**values)
    except ValidationError as error:
        raise _error_for(error, sources) from None


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(describe_os_error(error) or str(error), where=str(path)) from error
    except ValueError as error:
        raise SettingsError(f"{path}: {error}", where=str(path)) from error


def _from_environ(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in the variables that begin with `JANTAKU_`, in their own types."""
    values: dict[str, Any] = {}
    for name, text in environ.items():
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        key = name.removeprefix(PREFIX).lower()
        field = Settings.model_fields.get(key)
        try:
            kind: Any = str if field is None else field.annotation
            values[key] = TypeAdapter(kind).validate_strings(text)
        except ValidationError as error:
            raise SettingsError(f"{name}: {_reason(error)}", where=key) from None
    return values


def _error_for(error: ValidationError, sources: Mapping[str, str]) -> SettingsError:
    """Return what is wrong in one line: where it was set, and what the setting takes."""
    key = str(next(iter(error.errors()[0]["loc"]), "simulate"))
    source = sources.get(key, "")
    name = source + key.upper() if source == PREFIX else source + key
    return SettingsError(f"{without_secrets(name)}: {_reason(error)}", where=key)


def _reason(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    if first["type"] == "extra_forbidden":
        names = ", ".join(sorted(Settings.model_fields))
        return f"there is no such setting; there are {names}"
    return first["msg"].removeprefix("Value error, ").removeprefix("Input ")
