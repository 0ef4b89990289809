"""Mutants: one place of our code made wrong, and whether the tests notice.

The mutated module is loaded in the tests' process, and in those that the tests start, in place of
the file, which stays as it is. The tests are those of the module's mirror, then of its room.
"""

from __future__ import annotations

import ast
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.soak.known_mutants import HARMLESS
from tools.bootstrap import ROOT

Figures = dict[str, Any]

CASES: Final = ("tests/rules/test_public_cases.py", "tests/rules/test_every_game.py")
ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "rules/settle": ("tests/rules/settle", *CASES),
    "rules/scoring": ("tests/rules/scoring", *CASES),
    "kiosk/ledger": ("tests/kiosk/ledger",),
    "firmware_bridge/link": ("tests/firmware_bridge/link", "tests/firmware_bridge/test_client.py"),
    "firmware_bridge/jobs": ("tests/firmware_bridge/jobs", "tests/firmware_bridge/test_client.py"),
}
"""Folders whose code is mutated; the tests that have to notice, the quickest first."""

PATIENCE_S: Final = 300
"""No room's tests take half as long on a busy machine; what takes longer hangs."""
MEMORY: Final = 4 << 30
"""Bytes that a mutant may take which never ends."""

LOADER: Final = f"""
import os, resource, sys
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
class Mutant(SourceFileLoader):
    def get_code(self, name):
        with open(os.environ["MUTANT_SOURCE"]) as source:
            return compile(source.read(), self.path, "exec")
class Mutants:
    @staticmethod
    def find_spec(name, path=None, target=None):
        file = os.environ["MUTANT_FILE"]
        if name == os.environ["MUTANT"]:
            return spec_from_file_location(name, file, loader=Mutant(name, file))
sys.meta_path.insert(0, Mutants)
"""
"""Every Python with this folder on its path runs it as it starts."""

NOTHING_MUTATED: Final = {"MUTANT": "", "MUTANT_FILE": ""}
OPTIONS: Final = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0")

OTHERWISE: Final[dict[type[ast.AST], type[Any]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
"""Operators, and what each is confused with."""


NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
FOR_CHECKERS: Final = frozenset({"annotation", "returns", "decorator_list"})
"""Fields of a definition that change nothing of what it does, or how it is stored."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node as its owner holds it: in a field, which may be a list."""

    owner: ast.AST
    field: str
    index: int
    node: ast.AST

    @property
    def wrong(self) -> ast.AST | None:
        """What the node may be confused with; nothing where it is not worth trying."""
        match self.node:
            case ast.Constant(value=bool(value)):
                return ast.Constant(not value)
            case ast.Constant(value=int(value)):
                return ast.Constant(value + 1)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return operand
            case ast.Name(id=name) if name in NAMES:
                return ast.Name(NAMES[name])
            case ast.Name() | ast.Attribute() | ast.Call() if self.field in {"test", "ifs"}:
                return ast.UnaryOp(ast.Not(), self.node)
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue():
                return ast.Pass()
        other = OTHERWISE.get(type(self.node))
        return None if other is None else other()

    def put(self, node: ast.AST) -> None:
        """Put *node* there instead."""
        value = getattr(self.owner, self.field)
        if isinstance(value, list):
            value[self.index] = node
        else:
            setattr(self.owner, self.field, node)


def places(tree: ast.AST) -> Iterator[Place]:
    """Yield what can be made wrong below *tree*."""
    for place in held_by(tree):
        if place.wrong is not None:
            yield place
        yield from places(place.node)


def held_by(owner: ast.AST) -> Iterator[Place]:
    """Yield the nodes of *owner*'s fields that count for what a program does."""
    for name, value in ast.iter_fields(owner):
        for index, node in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(node, ast.AST) and name not in FOR_CHECKERS and counts(node):
                yield Place(owner, name, index, node)


def counts(node: ast.AST) -> bool:
    """Return whether *node* does anything: assertions, logs, texts and types are for people."""
    match node:
        case ast.Assign(value=ast.BinOp(op=ast.BitOr(), right=ast.Subscript() | ast.Name())):
            return False
        case ast.Assert() | ast.JoinedStr() | ast.FunctionDef(name="__repr__"):
            return False
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log")))):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Mutant:
    """The module of *file* with the place *number* made wrong."""

    file: str
    number: int

    def source(self) -> tuple[str, str]:
        """Return the mutated module, and in words what was changed where."""
        tree = ast.parse((ROOT / self.file).read_text("utf-8"))
        place = list(places(tree))[self.number]
        line = getattr(place.node, "lineno", 0) or getattr(place.owner, "lineno", 0)
        whole = place.node if isinstance(place.node, ast.stmt) else place.owner
        before = ast.unparse(whole).splitlines()[0]
        wrong = place.wrong
        assert wrong is not None
        place.put(wrong)
        after = "pass" if whole is place.node else ast.unparse(whole).splitlines()[0]
        source = ast.unparse(ast.fix_missing_locations(tree))
        return source, f"{self.file}:{line}: {before} > {after}"


def mutants(room: str) -> list[Mutant]:
    """Return all mutants of the folder *room*."""
    return [
        Mutant(str(path.relative_to(ROOT)), number)
        for path in sorted((ROOT / room).glob("*.py"))
        for number, _ in enumerate(places(ast.parse(path.read_text("utf-8"))))
    ]


def measure(count: int, seed: int = 1) -> Figures:
    """Return how many of *count* mutants, spread evenly over the rooms, the tests let live."""
    drawn = draw(count, random.Random(seed))
    with tempfile.TemporaryDirectory(prefix="jantaku-mutants-") as name:
        trial = Trial(Path(name))
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
            if not all(workers.map(trial.passes, {one for room in ROOMS.values() for one in room})):
                raise RuntimeError("the tests fail on code as it is: see `make test`")
            alive = [words for words in workers.map(trial.survivor, drawn) if words]
    unexplained = [words for words in alive if without_line(words) not in HARMLESS]
    return {
        "mutants": len(drawn),
        "alive": len(alive),
        "alive_percent": 100 * len(alive) / len(drawn),
        **{f"alive in {room}": sum(one.startswith(room) for one in alive) for room in ROOMS},
        "unexplained": unexplained,
    }


def draw(count: int, chance: random.Random) -> list[Mutant]:
    """Return *count* mutants: as many of each room, or all where a room has fewer."""
    drawn: list[Mutant] = []
    for left, found in zip(
        range(len(ROOMS), 0, -1), sorted(map(mutants, ROOMS), key=len), strict=True
    ):
        drawn += chance.sample(found, min(len(found), -(-(count - len(drawn)) // left)))
    return drawn


def without_line(words: str) -> str:
    """Return *words* about a mutant without its line's number, which moves."""
    file, _, change = words.split(":", 2)
    return f"{file}:{change}"


class Trial:
    """Tests that run with a module mutated."""

    def __init__(self, folder: Path, rooms: Mapping[str, Sequence[str]] = ROOMS) -> None:
        """Keep what is needed in the empty *folder*; *rooms* have their tests."""
        self._folder = folder
        self._rooms = rooms
        (folder / "sitecustomize.py").write_text(LOADER, "utf-8")

    def survivor(self, mutant: Mutant) -> str:
        """Return *mutant* in words where no test notices it; nothing where one does."""
        source, words = mutant.source()
        path = Path(mutant.file)
        kept = self._folder / f"{path.name}.{path.parent.name}.{mutant.number}"
        kept.write_text(source, "utf-8")
        module = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        mirror = ROOT / "tests" / path.with_name(f"test_{path.name}")
        tests = [str(mirror)] * mirror.exists() + list(self._rooms[str(path.parent)])
        world = {"MUTANT": module, "MUTANT_FILE": str(ROOT / path), "MUTANT_SOURCE": str(kept)}
        return words if all(self.passes(one, world) for one in tests) else ""

    def passes(self, tests: str, world: Mapping[str, str] = NOTHING_MUTATED) -> bool:
        """Return whether *tests* pass in *world*."""
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *OPTIONS, tests],
            cwd=ROOT,
            env={**os.environ, **world, "PYTHONPATH": f"{self._folder}{os.pathsep}{ROOT}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(PATIENCE_S) == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # with what the tests have started
