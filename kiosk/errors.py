"""What the kiosk refuses: the same shape as the rules' own errors."""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping, Sequence
from typing import Final

from rules.errors import JantakuError, Problem

SIGNED_IN: Final = re.compile(r"""(://)[^\s"']*@""")
"""Name and password in an address; whoever wrote signs as they are may have `/` and `@` in them."""
ASKED_WITH: Final = re.compile(r"""\b((?:password|passwd|pwd|token)=)[^&\s"']+""", re.IGNORECASE)
"""A password among the wishes of an address."""
LONGEST_PATH: Final = 120
"""Of a path in a message, in characters: two lines of a terminal."""

PATH_STEPS: Final[Mapping[int, str]] = {
    errno.ENAMETOOLONG: "the path is too long: choose a shorter one",
    errno.ENOTDIR: "a file lies where a folder has to be: move it, or choose another folder",
    errno.EEXIST: "a file lies where a folder has to be: move it, or choose another folder",
    errno.EISDIR: "this is a folder: name a file",
    errno.ENOENT: "there is nothing here: check how the path is written",
    errno.EACCES: "this user may not go there: choose another place, or give it the right",
    errno.EPERM: "this user may not go there: choose another place, or give it the right",
    errno.EROFS: "nothing can be written there: choose another place",
    errno.ENOSPC: "the disk is full: make room on it, or choose another place",
}
"""What to do where the system refuses a file or folder, by its error number."""


class Refused(JantakuError):  # noqa: N818 -- a refusal is no error of ours
    """A command that cannot be carried out now; nothing has changed.

    `problems` lists everything that is wrong, the first being the exception's own code, message
    and place. The code names the words in the catalogue (`error.<code>`).
    """

    code: str  # type: ignore[misc]  # one class serves every refusal; the code is its data

    def __init__(
        self, code: str, message: str, *, where: str = "", problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(message, where=where)
        self.code = code
        self.problems = problems or (Problem(code, message, where),)

    def to_json(self) -> dict[str, object]:
        """Return the object that every door of the program shows."""
        return {
            **super().to_json(),
            "problems": [problem.to_json() for problem in self.problems],
        }


def refused_for(problems: Sequence[Problem]) -> Refused:
    """Return the refusal for these problems, at least one, in reading order."""
    first = problems[0]
    return Refused(first.code, first.message, where=first.where, problems=tuple(problems))


def without_secrets(text: str) -> str:
    """Return *text* with name and password of every address in it blotted out."""
    return ASKED_WITH.sub(r"\1…", SIGNED_IN.sub(r"\1…@", text))


def describe_os_error(error: OSError) -> str | None:
    """Return which file or folder the system refused and what to do; `None` where it was none."""
    steps = PATH_STEPS.get(error.errno or 0)
    if steps is None or error.filename is None:
        return steps if error.errno == errno.ENOSPC else None
    return f"{shorten(str(error.filename))}: {steps}"


def shorten(path: str) -> str:
    """Return *path* for a message, its middle left out where it is longer than `LONGEST_PATH`."""
    half = LONGEST_PATH // 2
    return path if len(path) <= LONGEST_PATH else f"{path[:half]}…{path[-half:]}"
