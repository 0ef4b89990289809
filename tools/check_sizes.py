"""Hold files and functions to the sizes that one can read; `--report` prints the figures."""

from __future__ import annotations

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bootstrap import ROOT
from tools.tree import list_tracked

MAX_FILE_LINES = 400
MAX_GAME_LINES = 450
"""A game stands in one file where it can."""
MAX_FUNCTION_LINES = 40
MAX_NESTING = 3
MAX_CONSTANTS = 159
"""Of the recogniser as it runs: each is one more thing that somebody chose by looking at pictures.
Lower it with every constant that goes."""

BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef

TUNED, NOT_TUNED = "vision/", "vision/training/"
"""Where constants are counted: in what reads pictures, not in what trains it."""
PLAIN_NUMBERS = (0, 1, 2, 0.5)
"""Nothing is chosen by these."""
SHAPED = ("reshape", "zeros", "ones", "full", "empty")
"""Functions whose numbers are shapes of arrays."""


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield every function of *tree*, inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))


def length(function: Function) -> int:
    """Return how many lines *function* has, its docstring counted, its decorators not."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Return how many blocks deep the code of *node* gets; inner functions count by themselves."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            continue
        # an `elif` is an `If` in the other's `orelse`: the same depth, not one more
        is_elif = isinstance(node, ast.If) and [child] == node.orelse and isinstance(child, ast.If)
        inner = depth + 1 if isinstance(child, BLOCKS) and not is_elif else depth
        deepest = max(deepest, nesting(child, inner))
    return deepest


def constants(source: str) -> tuple[int, int]:
    """Return how many constants *source* names, and how many more numbers it holds unnamed.

    A constant is what a module or a class assigns that holds a number. Numbers in functions count
    unless they are 0, 1, 2 or a half, an index or a shape.
    """
    name_count = number_count = 0
    blocks: list[ast.Module | ast.ClassDef] = [ast.parse(source)]
    for block in blocks:
        for statement in block.body:
            if isinstance(statement, ast.ClassDef):
                blocks.append(statement)
            elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
                name_count += any(True for _ in _numbers(statement.value))
            elif isinstance(statement, FUNCTIONS):
                number_count += sum(value not in PLAIN_NUMBERS for value in _numbers(statement))
    return name_count, number_count


def _numbers(node: ast.AST) -> Iterator[float]:
    """Yield the numbers written in *node*, but for indices and shapes."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield float(str(node.value))
    elif isinstance(node, ast.Subscript):
        yield from _numbers(node.value)
    elif not (isinstance(node, ast.Call) and _method_name(node) in SHAPED):
        for child in ast.iter_child_nodes(node):
            yield from _numbers(child)


def _method_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def count_constants(sources: dict[str, str]) -> tuple[int, int]:
    """Return what `constants` counts in those of *sources* that read pictures."""
    counts = [
        constants(text)
        for path, text in sources.items()
        if path.startswith(TUNED) and not path.startswith(NOT_TUNED)
    ]
    return sum(one for one, _ in counts), sum(one for _, one in counts)


def findings(path: str, source: str) -> Iterator[str]:
    """Yield what of the Python file *path* with text *source* is too large."""
    lines = source.count("\n")
    most = MAX_GAME_LINES if path.startswith("rules/games/") else MAX_FILE_LINES
    if lines > most:
        yield f"{path}: {lines} lines, at most {most}"
    for function in functions(ast.parse(source)):
        place = f"{path}:{function.lineno}: {function.name}"
        if length(function) > MAX_FUNCTION_LINES:
            yield f"{place} has {length(function)} lines, at most {MAX_FUNCTION_LINES}"
        if nesting(function) > MAX_NESTING:
            yield f"{place} nests {nesting(function)} blocks, at most {MAX_NESTING}"


def report(sources: dict[str, str]) -> str:
    """Return the sizes that *sources* have, and how many constants the recogniser has."""
    files = [source.count("\n") for source in sources.values()]
    lengths = [length(one) for text in sources.values() for one in functions(ast.parse(text))]
    lines = [
        f"{what}: {len(sizes)}, median {statistics.median(sizes):.0f} lines, "
        f"nine in ten up to {statistics.quantiles(sizes, n=10)[-1]:.0f}, largest {max(sizes)}"
        for what, sizes in (("files", files), ("functions", lengths))
    ]
    name_count, number_count = count_constants(sources)
    totals = f"constants of the recogniser: {name_count} named, {number_count} unnamed"
    return "\n".join([*lines, totals])


def main(arguments: list[str]) -> int:
    """Print every finding, or the report; return the exit status."""
    sources = {path: Path(ROOT, path).read_text("utf-8") for path in list_tracked("*.py")}
    if arguments == ["--report"]:
        print(report(sources))
        return 0
    faults = [line for path, source in sources.items() for line in findings(path, source)]
    count = sum(count_constants(sources))
    if count > MAX_CONSTANTS:
        faults.append(f"{TUNED}: {count} constants, at most {MAX_CONSTANTS}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
