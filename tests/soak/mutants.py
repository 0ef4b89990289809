"""Mutants: one place of our code made wrong, of those at which programs are known to go wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final

from tools.bootstrap import ROOT

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

    @contextmanager
    def made_wrong(self) -> Iterator[None]:
        """Put what is wrong there for the time being."""
        wrong = self.wrong
        assert wrong is not None
        self._put(wrong)
        yield
        self._put(self.node)

    def _put(self, node: ast.AST) -> None:
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


@cache
def parsed(file: str) -> tuple[ast.Module, list[Place]]:
    """Return the module of *file*, and what can be made wrong in it."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return tree, list(places(tree))


@dataclass(frozen=True, slots=True)
class Mutant:
    """The module of *file* with the place *number* made wrong."""

    file: str
    number: int

    @property
    def _place(self) -> Place:
        return parsed(self.file)[1][self.number]

    @property
    def folder(self) -> str:
        """Return the folder of the module."""
        return self.file.rpartition("/")[0]

    @property
    def key(self) -> str:
        """Return what no other mutant has, nor this one once its module is another."""
        return f"{self.number} {sha256((ROOT / self.file).read_bytes()).hexdigest()}"

    @property
    def module(self) -> str:
        """Return the module's name."""
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def lines(self) -> range:
        """Return the lines of which the place is a part."""
        place = self._place
        node: Any = place.node if hasattr(place.node, "lineno") else place.owner
        return range(node.lineno, node.end_lineno + 1)

    @property
    def words(self) -> str:
        """Return what is changed where, without the line, which moves."""
        place = self._place
        whole = place.node if isinstance(place.node, ast.stmt) else place.owner
        before = ast.unparse(whole).splitlines()[0]
        with place.made_wrong():
            after = "pass" if whole is place.node else ast.unparse(whole).splitlines()[0]
        return f"{self.file}: {before} > {after}"

    @property
    def source(self) -> str:
        """Return the mutated module."""
        with self._place.made_wrong():
            return ast.unparse(ast.fix_missing_locations(parsed(self.file)[0]))


def mutants(room: str) -> list[Mutant]:
    """Return all mutants of the folder *room*."""
    return [
        Mutant(file, number)
        for file in sorted(str(path.relative_to(ROOT)) for path in (ROOT / room).glob("*.py"))
        for number, _ in enumerate(parsed(file)[1])
    ]


def draw(count: int, rooms: Iterable[str], seed: int = 1) -> list[Mutant]:
    """Return *count* mutants: as many of each room, or all where a room has fewer.

    A mutant's words decide whether it is drawn, so that a change elsewhere draws no others.
    """
    sample: list[Mutant] = []
    pools = sorted(map(mutants, rooms), key=len)
    for left, every in zip(range(len(pools), 0, -1), pools, strict=True):
        every.sort(key=lambda one: sha256(f"{seed} {one.words}".encode()).digest())
        sample += every[: -(-(count - len(sample)) // left)]
    return sample
