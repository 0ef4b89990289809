"""Make the wheel, hold it to be whole, and serve it from an environment that has nothing else.

`make wheel` runs it. The wheel needs no node: what the browser needs is in it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.bootstrap import ROOT, SetupError, run_or_refuse, step
from tools.tree import list_tracked

PACKAGES: Final = ("rules/", "firmware_bridge/", "vision/", "kiosk/", "hw_sim/")
NOT_PACKED: Final = ("vision/training/", "firmware_bridge/udev/")
"""What trains the networks, and the copy of what `jantaku table udev` prints."""
PAPERS: Final = (".md",)
VENDOR: Final = "kiosk/web/static/vendor"
LINKS: Final = re.compile(r'(?:href|src)="/(static/[^"]+)"')
"""Sheets, fonts and scripts of a page."""
SCRIPT: Final = "vendor/idiomorph/idiomorph.esm.js"
"""What npm brings; scripts import it, no page names it."""
SERVE: Final = ("serve", "--sim", "--port", "0")


def build(folder: Path) -> Path:
    """Make the wheel in *folder* and return its path; nothing of an earlier one gets into it."""
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    run_or_refuse([*pip, "--wheel-dir", str(folder), str(ROOT)], "pyproject.toml may be broken")
    (wheel,) = folder.glob("jantaku-*.whl")
    return wheel


def list_expected_files() -> set[str]:
    """Return the files that a whole wheel has."""
    own = {
        path
        for path in list_tracked()
        if path.startswith(PACKAGES)
        and not path.startswith(NOT_PACKED)
        and not path.endswith(PAPERS)
    }
    assets = {str(path.relative_to(ROOT)) for path in (ROOT / VENDOR).rglob("*") if path.is_file()}
    if not assets:
        raise SetupError(f"{VENDOR} is empty: run `make setup` first")
    return own | assets


def missing(wheel: Path) -> list[str]:
    """Return the files that *wheel* lacks."""
    with zipfile.ZipFile(wheel) as archive:
        return sorted(list_expected_files() - set(archive.namelist()))


def serve(command: Iterable[str], folder: Path, environ: Mapping[str, str]) -> dict[str, int]:
    """Run the kiosk *command* with its data in *folder*; return how many bytes a page's parts have.

    The part named "" is the first page itself.
    """
    words = [*command, *SERVE, "--data", str(folder / "data")]
    with subprocess.Popen(
        words, cwd=folder, env=dict(environ), stdout=subprocess.PIPE, text=True
    ) as kiosk:
        try:
            assert kiosk.stdout is not None
            answer = kiosk.stdout.readline().split()
            if len(answer) < 2:
                raise SetupError("the wheel does not serve: it ended at once")
            page = _read(answer[1])
            links = set(LINKS.findall(page.decode()))
            links |= {"/".join([*min(links).split("/")[:2], SCRIPT])}
            return {"": len(page)} | {link: len(_read(answer[1] + link)) for link in links}
        finally:
            kiosk.terminate()


def _read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 -- our own kiosk
        content: bytes = answer.read()
    return content


def main() -> int:
    """Make the wheel, try it in an empty environment, and say where it is."""
    goal = ROOT / "build" / "wheel"
    shutil.rmtree(goal, ignore_errors=True)
    try:
        with step("wheel"):
            wheel = build(goal)
        if lacking := missing(wheel):
            raise SetupError(f"the wheel lacks {', '.join(lacking)}")
        with TemporaryDirectory() as there:
            _try_alone(wheel, Path(there))
    except SetupError as refusal:
        print(f"wheel: {refusal}", file=sys.stderr)
        return 2
    print(f"wheel: {wheel.relative_to(ROOT)}, {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


def _try_alone(wheel: Path, folder: Path) -> None:
    """Install *wheel* with its locked packages into an environment of its own and serve it."""
    python = folder / "env" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with step("an empty environment, by the lock"):
        run_or_refuse([sys.executable, "-m", "venv", str(folder / "env")], "is venv there?")
        lock = ["--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / "requirements.lock")]
        run_or_refuse([*pip, *lock], "is there a network?")
        run_or_refuse([*pip, "--no-deps", str(wheel)], "the wheel is broken")
    with step("served from there, without node"):
        serve([str(folder / "env" / "bin" / "jantaku")], folder, {"PATH": "/usr/bin:/bin"})


if __name__ == "__main__":
    sys.exit(main())
