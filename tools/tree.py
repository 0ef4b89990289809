"""The files of the project, as its checks see them."""

from __future__ import annotations

import subprocess

from tools.bootstrap import ROOT


def list_tracked(*patterns: str) -> tuple[str, ...]:
    """Return the project's files that match git's *patterns* (all without), as relative paths.

    New files count before they are added to git; what git ignores and what was deleted does not.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    listing = subprocess.run(
        [*command, *patterns], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    paths = sorted(set(filter(None, listing.stdout.split("\0"))))
    return tuple(path for path in paths if (ROOT / path).is_file())
