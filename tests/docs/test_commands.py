"""What the pages tell people to type, to open and to look at is there."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

import rules
from kiosk.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "firmware_bridge").rglob("*.md")),
]
PAST = ROOT / "docs" / "decisions"
"""Notes of what was decided then: the paths in their texts may be gone."""
TYPED = re.compile(r"(?:\.venv/bin/)?(?:make|jantaku|python)\b")
OPTION = re.compile(r"--?[a-z]")
MADE_UP = {"data", "var", "build", "out"}
"""Folders that come with use."""

every_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT).with_suffix(""))
)
every_present_page = pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.parent != PAST],
    ids=lambda page: str(page.relative_to(ROOT).with_suffix("")),
)


def commands(page: Path) -> list[list[str]]:
    """Return every command line in the shell blocks and code spans of *page*."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if TYPED.match(line)]
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    spans = re.findall(r"`((?:make|jantaku|python)\b[^`\n]*)`", bare)
    return [shlex.split(line, comments=True) for line in lines + spans]


def targets() -> dict[str, str]:
    """Return what `make help` tells, by target."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return dict(re.findall(r"^([a-z]+):.*## (.+)$", makefile, re.MULTILINE))


def jantaku_problem(words: list[str]) -> str | None:
    """Return what the command line would not know of `jantaku` followed by *words*."""
    command: click.Command = main
    options = {"-h", "--help", "--version"}
    for word in words:
        if OPTION.match(word):
            options |= {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
            if word.split("=")[0] not in options:
                return f"{command.name} has no {word}"
        elif isinstance(command, click.Group):
            inner = command.get_command(click.Context(command), word)
            if inner is None and not takes_value(command, words):
                return f"{command.name} has no command {word}"
            command = inner or command
    return None


def takes_value(group: click.Group, words: list[str]) -> bool:
    """Return whether *words* give an option of *group* a value."""
    return any(name in words for one in group.params for name in one.opts if name != "--help")


def test_the_readme_has_the_two_commands_and_is_short() -> None:
    assert commands(ROOT / "README.md")[:2] == [["make", "run"], ["make", "test"]]
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 90


def test_the_readme_and_the_list_count_the_games() -> None:
    count = len(rules.rulesets())
    for page in (ROOT / "README.md", ROOT / "docs" / "rules" / "README.md"):
        assert f"{count} games" in page.read_text("utf-8")


@every_present_page
def test_every_make_target_told_is_there(page: Path) -> None:
    words = {word for first, *rest in commands(page) if first == "make" for word in rest}
    assert {word for word in words if "=" not in word and word not in targets()} == set()


@every_present_page
def test_every_jantaku_command_told_is_there(page: Path) -> None:
    calls = [rest for first, *rest in commands(page) if first.endswith("jantaku")]
    assert [problem for words in calls if (problem := jantaku_problem(words))] == []


@every_present_page
def test_every_module_that_is_run_is_there(page: Path) -> None:
    runs = [words for words in commands(page) if Path(words[0]).name in ("python", "python3")]
    modules = [words[2] for words in runs if words[1:2] == ["-m"]]
    assert [name for name in modules if find_spec(name) is None] == []
    files = [words[1] for words in runs if len(words) > 1 and words[1].endswith(".py")]
    assert [name for name in files if not (ROOT / name).is_file()] == []


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_present_page
def test_every_file_told_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    spans = re.findall(r"`((?:\.\./)*[\w.-]+(?:/[\w.-]+)+/?|[a-z-]+\.(?:toml|lock))`", text)
    paths = {span for span in spans if span.split("/")[0] not in MADE_UP and is_path(span)}
    assert [
        one for one in paths if not ((ROOT / one).exists() or (page.parent / one).exists())
    ] == []


def is_path(span: str) -> bool:
    """Return whether *span* begins with a folder of the checkout, or is a file's bare name."""
    first = span.split("/")[0]
    return first == ".." or "/" not in span or (ROOT / first).is_dir()


def test_every_target_of_the_makefile_is_told_by_help() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert sorted(targets()) == sorted(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE))
