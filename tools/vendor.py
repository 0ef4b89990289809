"""Copy what the browser needs from node_modules to kiosk/web/static/vendor: run at set-up."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENDOR = ROOT / "kiosk" / "web" / "static" / "vendor"
PARTS = {"idiomorph": ("dist/idiomorph.min.js", "LICENSE")}
"""Which files of each package the pages use."""
MODULES = {"idiomorph.min.js": ("idiomorph.esm.js", "Idiomorph")}
"""Which script becomes which module that exports what: idiomorph's own is four times as large."""


def copy(package: str, names: tuple[str, ...]) -> int:
    """Copy the *names* of *package* to the vendor folder and return how many files that were."""
    source = ROOT / "node_modules" / package
    if not source.is_dir():
        sys.exit(f"{package} is missing: run `npm ci` first")
    goal = VENDOR / package.rsplit("/", maxsplit=1)[-1]
    shutil.rmtree(goal, ignore_errors=True)
    goal.mkdir(parents=True)
    for name in names:
        shutil.copy2(source / name, goal)
    for script, (module, symbol) in MODULES.items():
        if (goal / script).is_file():
            (goal / script).rename(goal / module)
            with (goal / module).open("a", encoding="utf-8") as end:
                end.write(f"\nexport {{ {symbol} }};\n")
    return sum(1 for file in goal.rglob("*") if file.is_file())


def main() -> None:
    """Copy every part and say how many files there are now."""
    files = sum(copy(package, names) for package, names in PARTS.items())
    sys.stdout.write(f"vendored {files} files\n")


if __name__ == "__main__":
    main()
