"""Releases of jantaku side by side: a wheel is installed, tried, taken into use, or left again.

Each release has an environment of its own, and a link names the one in use. Nothing of the release
in use is touched, so a power cut at any moment leaves one that runs.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from kiosk.deploy.units import SETTINGS, Plan

HOME: Final = Path("/opt/jantaku")
COMMAND: Final = Path("/usr/local/bin/jantaku")
"""So that people type `jantaku`, whichever release is in use."""
LOCK: Final = "share/jantaku/requirements.lock"
"""What a wheel brings along: the packages it was tested with, each with its hashes."""
COMPLETE: Final = "complete"
"""A file in each release that was installed to its end."""
SERVICE: Final = "jantaku.service"


class UpdateError(Exception):
    """Why there is no other release now, and what to do."""


class Computer(Protocol):
    """What is done outside these folders."""

    def run(self, command: Sequence[str]) -> bool:
        """Run *command*, its output where people see it; return whether it went well."""

    def serves(self) -> bool:
        """Return whether the kiosk's page can be had, now or within a minute."""


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases in a folder, of which the link `current` names the one in use."""

    computer: Computer
    home: Path = HOME
    command: Path = COMMAND

    @property
    def current(self) -> Path:
        """Return the link to the release in use."""
        return self.home / "current"

    def install(self, wheel: Path) -> Path:
        """Put *wheel* into use and return its release; raise `UpdateError` where it does not serve.

        The ledger is copied before. A release that does not serve is left for the one before.
        """
        fresh = self._install_release(wheel)
        before = self.current.resolve() if self.current.is_symlink() else None
        if before is not None and before != fresh:
            self._copy_ledger(before)
        self._take_into_use(fresh)
        if not self._starts(fresh):
            self._go_back(before, fresh)
        self._forget_all_but(fresh, before)
        return fresh

    def _install_release(self, wheel: Path) -> Path:
        """Install *wheel* unless it was before; return its release."""
        place = self.home / "releases" / name_of(wheel)
        if (place / COMPLETE).is_file():
            return place
        shutil.rmtree(place, ignore_errors=True)  # what a power cut left
        place.parent.mkdir(parents=True, exist_ok=True)
        self._do([sys.executable, "-m", "venv", str(place)], "install python3-venv")
        pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        lock = place / "requirements.lock"
        lock.write_bytes(lock_in(wheel))
        lock_options = ["--require-hashes", "--only-binary", ":all:", "-r", str(lock)]
        self._do([*pip, *lock_options], "is there a network? The release in use goes on")
        self._do([*pip, "--no-deps", str(wheel)], "the wheel may be broken: fetch it again")
        self._do([str(place / "bin" / "jantaku"), "serve", "--help"], "this wheel does not run")
        (place / COMPLETE).touch()
        return place

    def _copy_ledger(self, release: Path) -> None:
        as_kiosk = ["runuser", "-u", Plan().user, "--"]
        command = [*as_kiosk, str(release / "bin" / "jantaku"), "backup", "--config", SETTINGS]
        self._do(command, "no copy of the ledger could be made: nothing was changed")

    def _take_into_use(self, release: Path) -> None:
        """Let the link name *release*: whoever looks finds the one before or this one."""
        fresh = self.home / "current.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(release)
        fresh.replace(self.current)
        if not self.command.is_symlink():
            self.command.symlink_to(self.current / "bin" / "jantaku")

    def _starts(self, release: Path) -> bool:
        """Write the units of *release* and start them; return whether the kiosk serves."""
        has_units = self.computer.run([str(release / "bin" / "jantaku"), "install", "--write"])
        has_started = has_units and self.computer.run(["systemctl", "restart", SERVICE])
        return has_started and self.computer.serves()

    def _go_back(self, before: Path | None, release: Path) -> None:
        if before is None or before == release:
            raise UpdateError("the kiosk does not serve: journalctl -u jantaku tells why")
        self._take_into_use(before)
        is_serving = self._starts(before)
        (release / COMPLETE).unlink(missing_ok=True)
        state = (
            "the one before is in use again" if is_serving else "the one before does not serve now"
        )
        raise UpdateError(
            f"{release.name} does not serve; {state}: journalctl -u jantaku tells why"
        )

    def _forget_all_but(self, *releases: Path | None) -> None:
        for release in (self.home / "releases").iterdir():
            if release not in releases:
                shutil.rmtree(release, ignore_errors=True)

    def _do(self, command: Sequence[str], advice: str) -> None:
        if not self.computer.run(command):
            raise UpdateError(f"{command[0]} failed: {advice}")


def name_of(wheel: Path) -> str:
    """Return the name of the release of *wheel*: its version, and which wheel of it."""
    try:
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    except OSError as error:
        raise UpdateError(f"{wheel} cannot be read: name the wheel of jantaku") from error
    parts = wheel.name.split("-")
    if len(parts) != 5 or parts[0] != "jantaku" or wheel.suffix != ".whl":
        raise UpdateError(f"{wheel.name} is no wheel of jantaku: jantaku-VERSION-py3-none-any.whl")
    return f"{parts[1]}-{digest[:8]}"


def lock_in(wheel: Path) -> bytes:
    """Return the lock that *wheel* brings along."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith(LOCK))
            return archive.read(name)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise UpdateError(f"{wheel.name} is not whole: make it by `make wheel`") from error
