"""What the kiosk refuses: the same shape as the rules' own errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rules.errors import JantakuError, Problem

SIGNED_IN: Final = re.compile(r"""(://)[^\s"']*@""")
"""Name and password in an address; whoever wrote signs as they are may have `/` and `@` in them."""
ASKED_WITH: Final = re.compile(r"""\b((?:password|passwd|pwd|token)=)[^&\s"']+""", re.IGNORECASE)
"""A password among the wishes of an address."""


class Refused(JantakuError):  # noqa: N818 -- a refusal is no error of ours
    """A command that cannot be carried out now; nothing has changed.

    `problems` lists everything that is wrong, the first being the exception's own code, message
    and place. The code names the words in the catalogue (`error.<code>`).
    """

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
