"""Look for what belongs in nobody's checkout: machine paths, registries, unfinished marks."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from tools.bootstrap import ROOT
from tools.tree import tracked

FORBIDDEN = {
    "a path of one machine": r"(?<![A-Za-z0-9_.*/>}])/(?:work|tmp|farm|root|home|mnt|Users)/",
    "a package registry's address": (
        r"(?:pypi|pythonhosted|npmjs|npmmirror|yarnpkg|crates|debian|ubuntu)[.](?:org|com|io)\b"
    ),
    "an unfinished mark": r"\b(?:T[O]DO|FIX[M]E|X[X]X)\b",
}
"""What may stand nowhere in the project, as patterns."""


def findings(path: str, text: str) -> Iterator[str]:
    """Yield the places of *path* with content *text* where a forbidden word stands."""
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in FORBIDDEN.items():
            if found := re.search(pattern, line):
                yield f"{path}:{number}: {what}: {found.group()}"


def main() -> int:
    """Print every finding and return the exit status."""
    found: list[str] = []
    for path in tracked():
        try:
            text = (ROOT / path).read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a network
        found += findings(path, text)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
