"""Hold files and functions to the sizes that one can read; `--report` prints the figures."""

from __future__ import annotations

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bootstrap import ROOT
from tools.tree import tracked

MAX_FILE_LINES = 400
MAX_GAME_LINES = 450
"""A game stands in one file where it can."""
MAX_FUNCTION_LINES = 40
MAX_NESTING = 3

BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield every function of *tree*, inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))


def length(function: Function) -> int:
    """Return how many lines *function* has, its docstring counted, its decorators not."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Return how many blocks deep the code of *node* gets; inner functions begin anew."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            continue
        # an `elif` is an `If` in the other's `orelse`: the same depth, not one more
        is_elif = isinstance(node, ast.If) and [child] == node.orelse and isinstance(child, ast.If)
        inner = depth + 1 if isinstance(child, BLOCKS) and not is_elif else depth
        deepest = max(deepest, nesting(child, inner))
    return deepest


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
    """Return the sizes that *sources* have: median, nine tenths and largest."""
    files = [source.count("\n") for source in sources.values()]
    lengths = [length(one) for text in sources.values() for one in functions(ast.parse(text))]
    return "\n".join(
        f"{what}: {len(sizes)}, median {statistics.median(sizes):.0f} lines, "
        f"nine in ten up to {statistics.quantiles(sizes, n=10)[-1]:.0f}, largest {max(sizes)}"
        for what, sizes in (("files", files), ("functions", lengths))
    )


def main(arguments: list[str]) -> int:
    """Print every finding, or the report; return the exit status."""
    sources = {path: Path(ROOT, path).read_text("utf-8") for path in tracked("*.py")}
    if arguments == ["--report"]:
        print(report(sources))
        return 0
    found = [line for path, source in sources.items() for line in findings(path, source)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
