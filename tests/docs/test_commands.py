"""What README and CONTRIBUTING tell people to type and to look at is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

import rules
from kiosk.cli import main

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ("README.md", "CONTRIBUTING.md")


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def commands(name: str) -> list[list[str]]:
    """Return every command line in the shell blocks and code spans of the text *name*."""
    text = text_of(name)
    blocks = re.findall(r"```(?:sh|console|bash)?\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    spans = re.findall(r"`((?:make|jantaku)\b[^`\n]*)`", re.sub(r"```.*?```", "", text, flags=re.S))
    found = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines + spans]
    return [words for words in found if words]


def targets() -> dict[str, str]:
    """Return what `make help` tells, by target."""
    return dict(re.findall(r"^([a-z]+):.*## (.+)$", text_of("Makefile"), re.MULTILINE))


def jantaku_problem(words: list[str]) -> str | None:
    """Return what the command line would not know of `jantaku` followed by *words*."""
    name, *rest = words or ["--help"]
    if name.startswith("-"):
        return None
    command = main.get_command(click.Context(main), name)
    if command is None:
        return f"no command {name}"
    if isinstance(command, click.Group):
        return None  # its own subcommands take what they take
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    asked = {word.split("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
    unknown = asked - known - {"-h", "--help"}
    return f"{name} has no {sorted(unknown)}" if unknown else None


def test_the_readme_has_the_two_commands() -> None:
    assert commands("README.md")[:2] == [["make", "run"], ["make", "test"]]


@pytest.mark.parametrize("name", TEXTS)
def test_every_make_target_told_is_there(name: str) -> None:
    told = {word for first, *rest in commands(name) if first == "make" for word in rest}
    assert {word for word in told if "=" not in word and word not in targets()} == set()


@pytest.mark.parametrize("name", TEXTS)
def test_every_jantaku_command_told_is_there(name: str) -> None:
    told = [rest for first, *rest in commands(name) if first.endswith("jantaku")]
    assert [problem for words in told if (problem := jantaku_problem(words))] == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_file_told_is_there(name: str) -> None:
    text = text_of(name)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    spans = re.findall(r"`([\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:md|py|toml|lock))`", text)
    assert [path for path in {*links, *spans} if not (ROOT / path).exists()] == []


def test_the_readme_names_every_game() -> None:
    readme = text_of("README.md")
    assert [name for name in rules.rulesets() if f"`{name}`" not in readme] == []


def test_every_target_of_the_makefile_is_told_by_help() -> None:
    makefile = text_of("Makefile")
    assert sorted(targets()) == sorted(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE))
