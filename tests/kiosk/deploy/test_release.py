"""Releases side by side: installed, taken into use, left again; on a computer that is a folder."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kiosk.deploy.release import COMPLETE, Releases, UpdateError

LOCK = b"flask==3.1.3\n"


@dataclass
class FolderComputer:
    """Carries out in folders what is asked; *broken* words fail, *dead* releases do not serve."""

    releases: Releases | None = None
    broken: set[str] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)
    log: list[str] = field(default_factory=list)

    def run(self, command: Sequence[str]) -> bool:
        self.log.append(" ".join(command))
        if self.broken & set(command):
            return False
        if "venv" in command:
            (Path(command[-1]) / "bin").mkdir(parents=True)
        return True

    def serves(self) -> bool:
        assert self.releases is not None
        return self.releases.current.resolve().name.split("-")[0] not in self.dead


@pytest.fixture
def computer() -> FolderComputer:
    return FolderComputer()


@pytest.fixture
def releases(tmp_path: Path, computer: FolderComputer) -> Releases:
    computer.releases = Releases(computer, tmp_path / "opt", tmp_path / "jantaku")
    return computer.releases


def wheel(folder: Path, version: str) -> Path:
    path = folder / f"jantaku-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        name = f"jantaku-{version}.data/data/share/jantaku/requirements.lock"
        packed.writestr(name, LOCK + version.encode())
    return path


def test_the_first_release_is_in_use_with_its_own_packages(
    tmp_path: Path, releases: Releases
) -> None:
    release = releases.install(wheel(tmp_path, "1.0"))
    assert releases.current.resolve() == release
    assert (release / "requirements.lock").read_bytes() == LOCK + b"1.0"
    assert releases.command.readlink() == releases.current / "bin" / "jantaku"


def test_an_update_copies_the_ledger_first_and_keeps_the_release_before(
    tmp_path: Path, releases: Releases, computer: FolderComputer
) -> None:
    first = releases.install(wheel(tmp_path, "1.0"))
    computer.log.clear()
    second = releases.install(wheel(tmp_path, "1.1"))
    copied = next(at for at, line in enumerate(computer.log) if " backup " in line)
    restarted = next(at for at, line in enumerate(computer.log) if "restart" in line)
    assert copied < restarted
    assert releases.current.resolve() == second
    assert first.is_dir()
    third = releases.install(wheel(tmp_path, "1.2"))
    assert sorted((releases.home / "releases").iterdir()) == [second, third]


def test_a_release_that_does_not_serve_is_left_for_the_one_before(
    tmp_path: Path, releases: Releases, computer: FolderComputer
) -> None:
    first = releases.install(wheel(tmp_path, "1.0"))
    computer.dead.add("1.1")
    with pytest.raises(UpdateError, match="the one before is in use again"):
        releases.install(wheel(tmp_path, "1.1"))
    assert releases.current.resolve() == first


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("venv", "python3-venv"),
        ("--require-hashes", "is there a network"),
        ("--no-deps", "may be broken"),
        ("--help", "does not run"),
        ("backup", "nothing was changed"),
    ],
)
def test_whatever_fails_before_the_change_changes_nothing(
    tmp_path: Path, releases: Releases, computer: FolderComputer, word: str, message: str
) -> None:
    first = releases.install(wheel(tmp_path, "1.0"))
    computer.broken.add(word)
    with pytest.raises(UpdateError, match=message):
        releases.install(wheel(tmp_path, "1.1"))
    assert releases.current.resolve() == first


def test_an_installation_that_a_power_cut_ended_is_begun_anew(
    tmp_path: Path, releases: Releases, computer: FolderComputer
) -> None:
    computer.broken.add("--no-deps")
    with pytest.raises(UpdateError):
        releases.install(wheel(tmp_path, "1.0"))
    computer.broken.clear()
    assert (releases.install(wheel(tmp_path, "1.0")) / COMPLETE).is_file()


def test_the_first_release_that_does_not_serve_says_where_to_look(
    tmp_path: Path, releases: Releases, computer: FolderComputer
) -> None:
    computer.dead.add("1.0")
    with pytest.raises(UpdateError, match="journalctl"):
        releases.install(wheel(tmp_path, "1.0"))


@pytest.mark.parametrize("name", ["flask-3.1.3-py3-none-any.whl", "jantaku.zip"])
def test_a_file_that_is_no_wheel_of_ours_is_refused(
    tmp_path: Path, releases: Releases, name: str
) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(UpdateError, match="no wheel of jantaku"):
        releases.install(tmp_path / name)


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18)])
def test_a_wheel_that_is_cut_off_or_has_no_lock_is_refused(
    tmp_path: Path, releases: Releases, content: bytes
) -> None:
    path = tmp_path / "jantaku-1.0-py3-none-any.whl"
    path.write_bytes(content)
    with pytest.raises(UpdateError, match="not whole"):
        releases.install(path)


def test_a_wheel_that_is_not_there_is_told(tmp_path: Path, releases: Releases) -> None:
    with pytest.raises(UpdateError, match="cannot be read"):
        releases.install(tmp_path / "jantaku-1.0-py3-none-any.whl")
