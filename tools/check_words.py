"""Look for words that belong nowhere in the project.

In any file machine paths, registries and unfinished marks; in Python bare participles as names.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from tools.bootstrap import ROOT
from tools.tree import list_tracked

FORBIDDEN = {
    "a path of one machine": r"(?<![A-Za-z0-9_.*/>}])/(?:work|tmp|farm|root|home|mnt|Users)/",
    "a package registry's address": (
        r"(?:pypi|pythonhosted|npmjs|npmmirror|yarnpkg|crates|debian|ubuntu)[.](?:org|com|io)\b"
    ),
    "an unfinished mark": r"\b(?:T[O]DO|FIX[M]E|X[X]X)\b",
}
"""What may stand nowhere in the project, as patterns."""
PARTICIPLES = (
    r"_*(?:asked|begun|brought|called|chosen|closed|counted|dealt|done|drawn|fallen|found|given|gone"
    r"|heard|held|kept|known|laid|learned|lost|made|marked|meant|moved|named|opened|paid|passed"
    r"|picked|played|pressed|said|seen|sent|shown|swept|taken|tapped|thrown|told|tried|turned|wanted"
    r"|won|written)_*"
)
"""What says neither which thing a name stands for nor what a function does. Fields may: formats
have some."""


def findings(path: str, text: str) -> Iterator[str]:
    """Yield the places of *path* with content *text* where a forbidden word stands."""
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in FORBIDDEN.items():
            if match := re.search(pattern, line):
                yield f"{path}:{number}: {what}: {match.group()}"


def bare_participles(path: str, source: str) -> Iterator[str]:
    """Yield the places of *path* with Python *source* that name a thing by a participle alone."""
    tree = ast.parse(source)
    blocks = [block.body for block in ast.walk(tree) if isinstance(block, ast.ClassDef)]
    fields = {row.target for body in blocks for row in body if isinstance(row, ast.AnnAssign)}
    for node in ast.walk(tree):
        match node:
            case (
                ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
            ) if re.fullmatch(PARTICIPLES, name) and node not in fields:
                yield f"{path}:{node.lineno}: a bare participle: {name}"


def main() -> int:
    """Print every finding and return the exit status."""
    faults: list[str] = []
    for path in list_tracked():
        try:
            text = (ROOT / path).read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a network
        faults += findings(path, text)
        if path.endswith(".py"):
            faults += bare_participles(path, text)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
