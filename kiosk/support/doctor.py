"""What this kiosk runs on and how it is, in plain values: from versions to the voice.

The operator's page, the interface, `jantaku doctor` and the support bundle all show these.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from pydantic import SecretStr

from kiosk.access.operator import secrets_path
from kiosk.access.secrets import OWNER_ONLY
from kiosk.clock import Clock, SystemClock
from kiosk.errors import without_secrets
from kiosk.files import describe_os_error
from kiosk.i18n import LANGUAGE_NAMES
from kiosk.ledger.verify import Report, newest_ms, verify
from kiosk.settings import Settings
from kiosk.voice import ENGINE, INSTALL, Voice

PACKAGES: Final = (
    "flask",
    "waitress",
    "sqlalchemy",
    "opencv-python-headless",
    "onnxruntime",
    "numpy",
    "pyserial",
)
LOW_DISK_BYTES: Final = 500 * 1024 * 1024
"""Below this the disk may run full within a day of backups and traces."""
MEBI: Final = 1024 * 1024
SET_CLOCK: Final = "give it a network or a battery, or set it: timedatectl set-time"


@dataclass(frozen=True, slots=True)
class Disk:
    """Room where the ledger lies."""

    free_bytes: int
    total_bytes: int

    @property
    def is_low(self) -> bool:
        """Return whether something must be done soon."""
        return self.free_bytes < LOW_DISK_BYTES

    @property
    def free_mib(self) -> int:
        """Return the free room in MiB."""
        return self.free_bytes // MEBI


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    is_good: bool
    told: str
    """What was found, and what to do where it is not good; in English."""
    case: str = ""
    """The same for the screens: its words are `ui.check.<name>.<case>`; empty where the kiosk's
    pages do not look at this."""
    values: Mapping[str, str | int] = field(default_factory=dict)
    """What is filled in there, and `place`: the file or folder that was looked at."""


def versions() -> dict[str, str]:
    """Return the version of everything that matters to a fault report."""
    return {
        "jantaku": _version("jantaku"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
        **{name: _version(name) for name in PACKAGES},
    }


def disk_of(settings: Settings) -> Disk:
    """Return the room on the disk on which the ledger of *settings* lies, or will lie."""
    place = settings.data_dir.resolve()
    while not place.exists():
        place = place.parent
    usage = shutil.disk_usage(place)
    return Disk(usage.free, usage.total)


def describe_settings(settings: Settings) -> dict[str, Any]:
    """Return *settings* as JSON, names and passwords in addresses blotted out."""
    return {
        name: value if isinstance(value, bool | int) else without_secrets(_plain(value))
        for name, value in settings.model_dump().items()
    }


def _plain(value: object) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def ledger_report(settings: Settings) -> Report | None:
    """Return what a verification of the ledger finds; nothing where there is no ledger yet."""
    return verify(settings.ledger) if settings.ledger.exists() else None


def report_json(report: Report | None) -> dict[str, Any] | None:
    """Return *report* as JSON."""
    return None if report is None else asdict(report) | {"is_whole": report.is_whole}


def checks(settings: Settings, clock: Clock | None = None) -> tuple[Check, ...]:
    """Return what can be said of this kiosk without its machine and camera.

    *clock* is this computer's own where none is given.
    """
    python, data = _python(), _data_dir(settings)
    if not data.is_good:
        return (python, data)
    voice = voice_check(Voice(settings.data_dir / "voice"))
    time = clock_check(settings, clock or SystemClock())
    return (python, data, _disk(settings), _keys(settings), time, _ledger(settings), voice)


def _python() -> Check:
    good = sys.version_info >= (3, 11)
    version = platform.python_version()
    text = version if good else f"{version}: 3.11 is needed"
    return Check("python", good, text, "good" if good else "old", {"version": version})


def _data_dir(settings: Settings) -> Check:
    place = settings.data_dir
    values: Mapping[str, str | int] = {"place": str(place)}
    try:
        place.mkdir(parents=True, exist_ok=True)
        probe = place / ".doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        text = describe_os_error(error) or f"{place} cannot be written: {error}"
        return Check("data", False, text, "closed", values)
    return Check("data", True, str(place), "good", values)


def _disk(settings: Settings) -> Check:
    disk = disk_of(settings)
    free: Mapping[str, str | int] = {"free": disk.free_mib}
    if disk.is_low:
        text = f"{disk.free_mib} MiB free: make room, the ledger needs it"
        return Check("disk", False, text, "low", free)
    return Check("disk", True, f"{disk.free_mib} MiB free", "good", free)


def _keys(settings: Settings) -> Check:
    path = secrets_path(settings)
    values: Mapping[str, str | int] = {"place": str(path)}
    if not path.exists():
        return Check("keys", True, "none yet; they are made at the first start", "none")
    mode = path.stat().st_mode & 0o777
    if mode != OWNER_ONLY:
        text = f"{path} may be read by others: chmod 600 {path}"
        return Check("keys", False, text, "open", values)
    return Check("keys", True, f"{path}, for its owner alone", "good", values)


def _ledger(settings: Settings) -> Check:
    report = ledger_report(settings)
    if report is None:
        return Check("ledger", True, "none yet; it is made at the first start", "none")
    if not report.is_whole:
        first = report.damage[0]
        text = f"damaged at {first.where}: restore a backup ({first.what})"
        return Check("ledger", False, text, "damaged")
    if report.faults:
        first_fault = report.faults[0].seq
        text = f"event {first_fault} does not follow from the others: take it back at the kiosk"
        return Check("ledger", False, text, "faults", {"event": first_fault})
    counts: Mapping[str, str | int] = {"events": report.events, "hands": report.hands}
    text = f"whole: {report.events} events, {report.hands} hands"
    return Check("ledger", True, text, "good", counts)


def clock_check(settings: Settings, clock: Clock) -> Check:
    """Return whether *clock* has fallen behind the ledger, as one without a battery does.

    Hands are kept in their order whatever it shows; dates and seasons go by it.
    """
    now_ms = clock.wall_ms()
    last_ms = newest_ms(settings.ledger) if settings.ledger.exists() else 0
    times = {"now": _minute(now_ms), "last": _minute(last_ms)}
    if now_ms < last_ms:
        text = f"{times['now']}, but the last hand is of {times['last']}: {SET_CLOCK}"
        return Check("clock", False, text, "behind", times)
    return Check("clock", True, times["now"], "good", times)


def _minute(at_ms: int) -> str:
    """Return the local time, as people see it."""
    return datetime.fromtimestamp(at_ms / 1000).strftime("%Y-%m-%d %H:%M")


def voice_check(voice: Voice) -> Check:
    """Return by which engine *voice* speaks, and which of the screens' languages.

    None is no illness: nothing speaks before somebody wants it to.
    """
    values: Mapping[str, str | int] = {"engine": ENGINE, "install": INSTALL}
    if not voice.has_engine:
        return Check("voice", True, f"no speech engine: {INSTALL}", "none", values)
    languages = voice.languages()
    if not languages:
        text = f"{ENGINE} has no voice for the screens' languages: {INSTALL}"
        return Check("voice", False, text, "mute", values)
    names = " · ".join(LANGUAGE_NAMES[one] for one in languages)
    return Check("voice", True, f"{ENGINE}: {names}", "good", {**values, "languages": names})


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def size_of(path: Path) -> int:
    """Return how many bytes the file at *path* has, 0 where there is none."""
    return path.stat().st_size if path.exists() else 0
