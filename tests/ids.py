"""Names for parametrised cases that are the same in every process."""

from __future__ import annotations


def case_id(value: object) -> str:
    """Return *value* as text, what is in a set in alphabetical order.

    The workers of a parallel run must name a case alike, and a set prints in any order, a
    function with its address.
    """
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(case_id, value))) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(case_id, value)) + ")"
    return str(value)
