"""Make what running and testing need, on a machine with only Python, make and node.

`make` calls it: `bootstrap.py run` makes the virtual environment and the vendored browser files,
`test` adds the tools, Chromium, PostgreSQL and emulated chips, `train` what the training of the
recogniser needs.
Every step remembers what it was made from, so a second run does nothing, says nothing and needs no
network.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {
    "run": "requirements.lock",
    "test": "requirements-dev.lock",
    "train": "requirements-train.lock",
}
"""The lock of each goal; those of `test` and `train` hold everything that `run` needs too."""

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Under which names a browser that the tests can drive is installed."""

CHIP_TOOLS = ("arm-none-eabi-gcc", "qemu-system-arm")
"""The compiler and the emulator with which the board's firmware is tried."""
AVR_EMULATOR = "simavr"
"""The emulator of AVRs; without it their tests are skipped."""
CHIP_PACKAGES = "gcc-arm-none-eabi qemu-system-arm gcc-avr avr-libc simavr libsimavr-dev ser2net"
"""Debian's packages of them, and what some of those tests need besides."""


class SetupError(Exception):
    """What stops the set-up, said in one line that tells what to do."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the set-up finds outside the checkout."""

    path: str
    is_root: bool

    @classmethod
    def here(cls) -> Machine:
        """Return this machine as the environment shows it."""
        return cls(os.environ.get("PATH", os.defpath), os.geteuid() == 0)

    def find(self, *names: str) -> str | None:
        """Return the path of the first program of *names* that is installed, else None."""
        return next(filter(None, (shutil.which(name, path=self.path) for name in names)), None)

    def find_postgres(self) -> str | None:
        """Return the path of PostgreSQL's `initdb`; Debian keeps it off the PATH."""
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=by_version, reverse=True)
        folders = os.pathsep.join([*map(str, versions), self.path])
        return shutil.which("initdb", path=folders)

    def apt_install(self, package: str) -> bool:
        """Install *package* where that is allowed (root and apt); return whether it worked."""
        if not (self.is_root and self.find("apt-get")):
            return False
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = apt_line(package).split()
        with step(f"{package} by apt"):
            if run(install, environment).returncode == 0:
                return True
            run(["apt-get", "update"], environment)
            return run(install, environment).returncode == 0


def by_version(folder: Path) -> int:
    """Return the version in a folder like `15/bin`; -1 where it is no number."""
    name = folder.parent.name
    return int(name) if name.isdecimal() else -1


def apt_line(package: str) -> str:
    """Return the command by which a person installs *package* on Debian."""
    return f"apt-get install -y --no-install-recommends {package}"


def run(
    command: Sequence[str], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run *command* in the checkout, silently, and return how it ended with all its output."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def run_or_refuse(command: Sequence[str], advice: str) -> None:
    """Run *command*; raise `SetupError` with the end of its output and *advice* when it fails."""
    process = run(command)
    if process.returncode:
        tail = "\n".join(process.stdout.splitlines()[-20:])
        raise SetupError(f"{' '.join(command)} failed\n{tail}\nsetup: {advice}")


def digest(*files: Path) -> str:
    """Return one SHA-256 over the contents of *files*."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@contextmanager
def step(title: str) -> Iterator[None]:
    """Say in one line what is being made and how long it took."""
    print(f"setup: {title} … ", end="", flush=True)
    begin = time.monotonic()
    try:
        yield
    except SetupError:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - begin:.1f} s", flush=True)


class Stamp:
    """What a part of the set-up was last made from, kept in a file beside that part."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> dict[str, str]:
        """Return the stamp; empty when the part was never finished."""
        try:
            stamp: dict[str, str] = json.loads(self.file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp

    def write(self, made_from: dict[str, str]) -> None:
        """Replace the stamp; called last, so that an interrupted step is done again."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(made_from, indent=1), "utf-8")


class PythonSide:
    """The virtual environment `.venv` with the locked packages and `jantaku` itself."""

    def __init__(self, root: Path, machine: Machine) -> None:
        self.root = root
        self.machine = machine
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.stamp = Stamp(self.folder / ".ready.json")

    def ready(self, goal: str) -> None:
        """Make what is missing for *goal*, one of `LOCKS`."""
        lock = self.root / LOCKS[goal]
        stamp = self.stamp.read()
        if not self.works() or stamp.get("place", str(self.root)) != str(self.root):
            self.create()
            stamp = {}
        if stamp.get(lock.name) != digest(lock):
            self.install_locked(lock)
            stamp |= {name: digest(self.root / name) for name in {lock.name, LOCKS["run"]}}
        project = digest(self.root / "pyproject.toml")
        if stamp.get("pyproject.toml") != project:
            self.install_project()
            stamp["pyproject.toml"] = project
        stamp["place"] = str(self.root)
        if stamp != self.stamp.read():
            self.stamp.write(stamp)

    def works(self) -> bool:
        """Return whether the environment's interpreter is there and still runs."""
        try:
            return run([str(self.python), "-I", "-c", ""]).returncode == 0
        except OSError:
            return False

    def create(self) -> None:
        """Make a new environment, with pip inside or, on bare Debian, without."""
        version = ".".join(map(str, sys.version_info[:3]))
        if not (find_spec("ensurepip") or find_spec("pip")):
            self.install_venv_package()
        with step(f".venv with Python {version}"):
            options = [] if find_spec("ensurepip") else ["--without-pip"]
            command = [sys.executable, "-m", "venv", "--clear", *options, str(self.folder)]
            run_or_refuse(command, f"{sys.executable} makes no virtual environment")

    def install_venv_package(self) -> None:
        """Install Debian's venv package, or say how; raise `SetupError` when it stays missing."""
        self.machine.apt_install("python3-venv")
        importlib.invalidate_caches()
        if not find_spec("ensurepip"):
            raise SetupError(f"this Python has no pip: run `{apt_line('python3-venv')}` as root")

    def pip(self, *arguments: str) -> list[str]:
        """Return the command line of the pip that serves the environment."""
        inside = [str(self.python), "-I", "-m", "pip"]
        if run([*inside, "--version"]).returncode:
            inside = [sys.executable, "-m", "pip", "--python", str(self.python)]
        quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
        return [*inside, "install", *quiet, *arguments]

    def install_locked(self, lock: Path) -> None:
        """Install exactly what *lock* names: wheels only, each checked against its hash."""
        with step(f"Python packages of {lock.name}"):
            command = self.pip("--require-hashes", "--only-binary", ":all:", "-r", str(lock))
            run_or_refuse(command, "is there a network? The next run goes on from here")

    def install_project(self) -> None:
        """Install the checkout itself, in place, by the locked setuptools."""
        with step("jantaku itself"):
            command = self.pip("--no-deps", "--no-build-isolation", "-e", str(self.root))
            run_or_refuse(command, "pyproject.toml may be broken")


class WebSide:
    """The browser files: npm's packages by their lock, and the copies that the pages use."""

    def __init__(self, root: Path, machine: Machine) -> None:
        self.root = root
        self.machine = machine
        self.lock = root / "package-lock.json"
        self.vendor = root / "tools" / "vendor.py"
        self.stamp = Stamp(root / "node_modules" / ".ready.json")

    def ready(self) -> None:
        """Fetch and copy the files where lock or copying script have changed."""
        made_from = {"files": digest(self.lock, self.vendor)}
        copies = self.root / "kiosk" / "web" / "static" / "vendor"
        if copies.is_dir() and self.stamp.read() == made_from:
            return
        with step("browser files of package-lock.json"):
            command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            run_or_refuse(command, "is there a network? The next run goes on from here")
            run_or_refuse([sys.executable, str(self.vendor)], "npm ci left files out")
        self.stamp.write(made_from)

    def require_node(self) -> None:
        """Raise `SetupError` unless node and npm are there; npm is installed where allowed."""
        if not self.machine.find("node"):
            raise SetupError("node is missing: install Node.js 18 or newer (with npm), then again")
        if not self.machine.find("npm") and not self.machine.apt_install("npm"):
            raise SetupError(f"npm is missing: run `{apt_line('npm')}` as root, then again")


def ready_browser(machine: Machine) -> None:
    """Install Chromium where that is allowed; otherwise say how, and go on without."""
    if not machine.find(*CHROMIUM) and not machine.apt_install("chromium"):
        print(f"setup: no Chromium: browser tests need `{apt_line('chromium')}` as root")


def ready_database(machine: Machine) -> None:
    """Install PostgreSQL where that is allowed; otherwise say how, and go on without."""
    if not machine.find_postgres() and not machine.apt_install("postgresql"):
        print(f"setup: no PostgreSQL: parlour tests need `{apt_line('postgresql')}` as root")


def missing_chip_tools(machine: Machine) -> list[str]:
    """Return which programs are missing to run compiled firmware."""
    return [tool for tool in CHIP_TOOLS if not machine.find(tool)]


def ready_chips(machine: Machine) -> None:
    """Install compiler and emulator where that is allowed; otherwise say how, and go on without."""
    missing = missing_chip_tools(machine) or not machine.find(AVR_EMULATOR)
    if missing and not machine.apt_install(CHIP_PACKAGES):
        print(f"setup: no emulated chips: firmware tests need `{apt_line(CHIP_PACKAGES)}` as root")


def main(arguments: Sequence[str]) -> int:
    """Make what the goal in *arguments*, one of `LOCKS`, needs; return the exit status."""
    (goal,) = arguments
    machine = Machine.here()
    web = WebSide(ROOT, machine)
    try:
        web.require_node()
        PythonSide(ROOT, machine).ready(goal)
        web.ready()
    except SetupError as refusal:
        print(f"setup: {refusal}", file=sys.stderr)
        return 2
    if goal == "test":
        ready_browser(machine)
        ready_database(machine)
        ready_chips(machine)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
