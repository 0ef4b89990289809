"""The set-up on machines of every kind: small checkouts, small programs standing in for npm."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "jantaku"
version = "0"
"""

BACKEND = '''
"""Builds the smallest wheel that pip takes, without any package from elsewhere."""

import zipfile

FILES = {
    "METADATA": "Metadata-Version: 2.1\\nName: jantaku\\nVersion: 0\\n",
    "WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "RECORD": "",
}

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "jantaku-0-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        for file, text in FILES.items():
            wheel.writestr(f"jantaku-0.dist-info/{file}", text)
    return name
'''

NPM = "#!/bin/sh\n/bin/mkdir -p node_modules kiosk/web/static/vendor\necho once >> npm.log\n"


@dataclass
class Checkout:
    """A checkout with nothing to download, and the programs that its machine has."""

    root: Path
    programs: dict[str, str] = field(default_factory=lambda: {"node": "#!/bin/sh\n", "npm": NPM})

    def lay_out(self) -> None:
        (self.root / "tools").mkdir(parents=True)
        shutil.copy(ROOT / "tools" / "bootstrap.py", self.root / "tools")
        self.write("tools/vendor.py", "")
        self.write("requirements.lock", "")
        self.write("requirements-dev.lock", "")
        self.write("package-lock.json", "{}")
        self.write("pyproject.toml", PYPROJECT)
        self.write("backend.py", BACKEND)

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, "utf-8")

    def set_up(self, goal: str = "run") -> subprocess.CompletedProcess[str]:
        """Run the set-up as a user who has only this machine's programs."""
        search = self.root / "bin"
        search.mkdir(exist_ok=True)
        for name, text in self.programs.items():
            (search / name).write_text(text, "utf-8")
            (search / name).chmod(0o755)
        command = [sys.executable, str(self.root / "tools" / "bootstrap.py"), goal]
        environment = {**os.environ, "PATH": str(search), "PIP_NO_INDEX": "1"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def make_environment(self) -> None:
        """Make the environment beforehand, without a pip of its own: as Debian may, and quick."""
        command = [sys.executable, "-m", "venv", "--without-pip", str(self.root / ".venv")]
        subprocess.run(command, check=True)


@pytest.fixture
def bare(tmp_path: Path) -> Checkout:
    """Return a checkout as it was cloned."""
    checkout = Checkout(tmp_path / "jantaku")
    checkout.lay_out()
    return checkout


@pytest.fixture
def checkout(bare: Checkout) -> Checkout:
    """Return a checkout with an environment in which nothing is installed."""
    bare.make_environment()
    return bare


def titles(output: str) -> list[str]:
    """Return what each line of the set-up's *output* says was made, without its time."""
    return re.findall(r"^setup: (.*) … [\d.]+ s$", output, re.MULTILINE)


def test_every_step_says_one_line_and_the_second_run_says_none(bare: Checkout) -> None:
    first = bare.set_up()
    assert first.returncode == 0, first
    version = ".".join(map(str, sys.version_info[:3]))
    assert titles(first.stdout) == [
        f".venv with Python {version}",
        "Python packages of requirements.lock",
        "jantaku itself",
        "browser files of package-lock.json",
    ]
    second = bare.set_up()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")


def test_only_what_changed_is_made_again(checkout: Checkout) -> None:
    checkout.set_up()
    checkout.write("package-lock.json", '{"name": "other"}')
    assert titles(checkout.set_up().stdout) == ["browser files of package-lock.json"]
    checkout.write("requirements.lock", "# other\n")
    assert titles(checkout.set_up().stdout) == ["Python packages of requirements.lock"]


def test_running_needs_nothing_more_after_testing(checkout: Checkout) -> None:
    tested = checkout.set_up("test")
    assert "Python packages of requirements-dev.lock" in titles(tested.stdout)
    assert checkout.set_up("run").stdout == ""


def test_a_moved_checkout_is_set_up_anew(checkout: Checkout) -> None:
    checkout.set_up()
    elsewhere = Checkout(checkout.root.with_name("elsewhere"))
    checkout.root.rename(elsewhere.root)
    again = elsewhere.set_up()
    assert titles(again.stdout)[0].startswith(".venv with Python")
    stamp = json.loads((elsewhere.root / ".venv" / ".ready.json").read_text("utf-8"))
    assert stamp["place"] == str(elsewhere.root)


def test_a_step_that_failed_is_tried_again(checkout: Checkout) -> None:
    checkout.programs["npm"] = "#!/bin/sh\necho no route to the registry\nexit 1\n"
    failed = checkout.set_up()
    assert failed.returncode == 2
    assert "no route to the registry" in failed.stderr
    assert "is there a network?" in failed.stderr
    checkout.programs["npm"] = NPM
    assert titles(checkout.set_up().stdout) == ["browser files of package-lock.json"]


def test_a_package_that_is_not_what_the_lock_says_is_refused(checkout: Checkout) -> None:
    checkout.write("requirements.lock", "flask==3.1.3\n")  # no hash
    refused = checkout.set_up()
    assert refused.returncode == 2
    assert "hash" in refused.stderr.lower()


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("node", "node is missing: install Node.js 18 or newer"),
        ("npm", "npm is missing: run `apt-get install -y --no-install-recommends npm` as root"),
    ],
)
def test_a_missing_program_is_named_before_anything_is_made(
    bare: Checkout, missing: str, words: str
) -> None:
    del bare.programs[missing]
    refused = bare.set_up()
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert words in refused.stderr
    assert not (bare.root / ".venv").exists()


def test_without_chromium_the_set_up_goes_on_and_says_the_command(checkout: Checkout) -> None:
    process = checkout.set_up("test")
    assert process.returncode == 0
    assert "`apt-get install -y --no-install-recommends chromium` as root" in process.stdout


def test_without_emulated_chips_the_set_up_goes_on_and_says_the_command(checkout: Checkout) -> None:
    process = checkout.set_up("test")
    assert process.returncode == 0
    assert (
        "firmware tests need `apt-get install -y --no-install-recommends gcc-arm" in process.stdout
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may install packages")
def test_root_gets_chromium_even_where_the_package_lists_are_old(checkout: Checkout) -> None:
    checkout.programs["apt-get"] = (
        "#!/bin/sh\n"
        'if [ "$1" = update ]; then /bin/touch lists; exit 0; fi\n'
        "[ -f lists ] && echo '#!/bin/sh' > bin/chromium && /bin/chmod 755 bin/chromium\n"
    )
    process = checkout.set_up("test")
    assert process.returncode == 0
    assert "chromium by apt" in titles(process.stdout)
    assert "no Chromium" not in process.stdout


def test_an_environment_without_pip_is_served_by_the_pip_outside(checkout: Checkout) -> None:
    assert not list(checkout.root.glob(".venv/lib/python*/site-packages/pip"))
    assert checkout.set_up().returncode == 0
    assert list(checkout.root.glob(".venv/lib/python*/site-packages/jantaku-0.dist-info"))
