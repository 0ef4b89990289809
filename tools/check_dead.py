"""Look for code that nothing uses, by vulture, with a list of what is used from outside.

Every exception carries its reason, and one that is no longer needed is itself a finding.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from vulture.core import Vulture

from kiosk.cli import COMMANDS
from rules.games import MODULES, PLAYS
from tools.bootstrap import ROOT

SEARCHED = ("rules", "firmware_bridge", "vision", "kiosk", "hw_sim", "tests", "tools", "bench")

FRAMEWORK_CALLS = [
    "@*.get",
    "@*.post",
    "@*.route",
    "@*.*_request",
    "@*.context_processor",
    "@*.errorhandler",
    "@*.record_once",
    "@*.app_errorhandler",
    "@*.listens_for",
    "@Operation*",
    "@field_validator*",
    "@model_validator*",
    "@*.template_*",
    "@pytest.fixture*",
    "@rule*",
    "@invariant*",
    "@initialize*",
]
"""Decorators by which frameworks and our interface take a function, to call it."""

CALLED_BY_NAME = [
    "pytest_*",
    "pytestmark",
    "test_*",
    "Test*",
    "handle_*tag",
    "handle_data",
    "get_*_descriptor",
    "bulk_*",
    "_update_*_state",
]
"""Names by which pytest, html.parser, pyusb and pyserial find what they call."""

ALLOWED: dict[str, str] = {
    "direct_passthrough": "werkzeug reads a file for us only without it",
    "list_commands": "Click asks a group for its commands",
    "format_commands": "Click asks a group for the text of its help",
    "model_config": "pydantic reads it from a model",
    "flavor": "fontTools packs a font by it",
    "glyphOrder": "fontTools goes by it when it writes outlines",
    "fault_side": "a program reads it from an answer",
    "normalize_name": "pydantic asks whoever writes its schemas",
    "default_schema": "pydantic asks whoever writes its schemas",
    "field_title_should_be_set": "pydantic asks whoever writes its schemas",
    "log_request": "Werkzeug tells its handler of each request",
    "load_bytecode": "Jinja asks its cache",
    "dump_bytecode": "Jinja asks its cache",
    "jinja_options": "Flask reads it from an application",
    "url_rule_class": "Flask makes its routes of it",
    "lstrip_blocks": "Jinja reads it from its environment",
    "trim_blocks": "Jinja reads it from its environment",
    "__init_subclass__": "Python calls it for each class that is derived",
    "__getattr__": "Python asks a package for what it loads later",
    "enumerate_devices": "pyusb asks its backend",
    "open_device": "pyusb asks its backend",
    "close_device": "pyusb asks its backend",
    "get_configuration": "pyusb asks its backend",
    "reset_device": "pyusb asks its backend",
    "is_kernel_driver_active": "pyusb asks its backend",
    "_reconfigure_port": "pyserial asks the handler of a URL",
    "obj": "Click hands it to every subcommand",
    "durations": "OpenCV reads it from an animation",
    "intra_op_num_threads": "ONNX Runtime reads it from a session's options",
    "observation_space": "PettingZoo asks an environment",
    "truncations": "PettingZoo reads it from an environment",
    "infos": "PettingZoo reads it from an environment",
    "render": "PettingZoo asks an environment",
}
"""Names that nothing here uses and that stay, each with its reason."""


@cache
def closed_sets(file: Path) -> frozenset[str]:
    """Return the members of the enumerations in *file*: a standard names them all, used or not."""
    members: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(base).endswith(("Enum", "Flag")) for base in node.bases
        ):
            targets = (part.targets for part in node.body if isinstance(part, ast.Assign))
            members |= {ast.unparse(name) for names in targets for name in names}
    return frozenset(members)


def loaded_by_name() -> frozenset[str]:
    """Return what is loaded by its name when it is asked for: commands, games, their play."""
    commands = [place for place, _ in COMMANDS.values()]
    places = (*commands, *MODULES.values(), *PLAYS.values())
    return frozenset(place.partition(":")[2] for place in places)


def said_in_templates() -> frozenset[str]:
    """Return every name that a page's template uses."""
    texts = (file.read_text("utf-8") for file in (ROOT / "kiosk").rglob("*.html"))
    parts = (part for text in texts for part in re.findall(r"{[{%].*?[}%]}", text, re.DOTALL))
    return frozenset(name for part in parts for name in re.findall(r"\w+", part))


def findings(paths: Iterable[Path], allowlist: Collection[str]) -> Iterator[str]:
    """Yield each unused piece of the Python code under *paths*, and each needless exception."""
    search = Vulture(ignore_names=CALLED_BY_NAME, ignore_decorators=FRAMEWORK_CALLS)
    search.scavenge([str(path) for path in paths])
    used_names = loaded_by_name() | said_in_templates()
    unneeded = set(allowlist)
    for item in search.get_unused_code(min_confidence=60):
        if item.name in allowlist:
            unneeded.discard(item.name)
        elif item.name not in used_names | closed_sets(Path(item.filename)):
            yield item.get_report()
    yield from (f"{name}: no longer unused, take it off the list" for name in sorted(unneeded))


def main() -> int:
    """Print every finding and return the exit status."""
    paths = [ROOT / name for name in SEARCHED]
    faults = list(findings(paths, ALLOWED.keys()))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
