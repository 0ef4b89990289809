"""The log of a hand of cards or dominoes as JSON lines: the pack as it was shuffled, then all acts.

Form and version are those of hands of tiles (`rules.play.logs`), and so are the refusals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rules.errors import refuse
from rules.play.actions import Abort, Pass
from rules.play.cards import CardAction, CardCourse, CardRules, Cards, Lay, Pull, Take, deal_cards
from rules.play.logs import FORM, VERSION, check_head, replay

HEAD: Final = frozenset(("log", "version", "ruleset", "options", "state", "pack"))
NAMES: Final[Mapping[type[Any], str]] = {
    Lay: "lay",
    Take: "take",
    Pull: "pull",
    Pass: "pass",
    Abort: "abort",
}
"""What each action is called in a log."""
TYPES: Final = {name: kind for kind, name in NAMES.items()}
FIELDS: Final[Mapping[type[Any], tuple[str, ...]]] = {
    Lay: ("seat", "cards", "down"),
    Take: ("seat", "cards"),
    Pull: ("seat", "cards"),
    Pass: ("seat",),
    Abort: ("seat", "reason"),
}


def write_card_log(course: CardCourse[Any]) -> Iterator[str]:
    """Yield the lines of the log of *course*, without line ends."""
    head = {
        "log": FORM,
        "version": VERSION,
        "ruleset": course.play.game.id,
        "options": dict(course.options),
        "state": course.state_json(),
        "pack": list(course.pack),
    }
    yield json.dumps(head)
    yield from (json.dumps(_to_json(action)) for action in course.log)


def read_card_log(
    lines: Iterable[str], manner_of: Callable[[str], CardRules[Any]]
) -> Iterator[CardCourse[Any]]:
    """Yield the course as it began and after every action of a log, to the end of the hand.

    *manner_of* finds how a game is played. Raise `LogError` as `rules.play.logs.read_log` does.
    """
    return replay(lines, partial(_begin, manner_of=manner_of), _from_json)


def _begin(head: dict[str, Any], manner_of: Callable[[str], CardRules[Any]]) -> CardCourse[Any]:
    check_head(head, HEAD)
    play, pack = manner_of(str(head["ruleset"])), _cards(head["pack"], "pack")
    if (wrong := Counter(pack)) != (right := Counter(play.pack())):
        card = min((wrong - right) or (right - wrong))
        message = f"the pack has {wrong[card]} of {card}, not {right[card]}"
        raise refuse("bad_tiles", message, "pack")
    return deal_cards(play, pack, head["state"], head["options"])


def _to_json(action: CardAction) -> dict[str, object]:
    entry: dict[str, object] = {"do": NAMES[type(action)], "seat": action.seat}
    if isinstance(action, (Lay, Take, Pull)) and action.cards:
        entry["cards"] = list(action.cards)
    if isinstance(action, Lay) and action.is_down:
        entry["down"] = True
    if isinstance(action, Abort):
        entry["reason"] = action.reason
    return entry


def _from_json(data: dict[str, Any]) -> CardAction:
    kind = TYPES.get(str(data.get("do")))
    if kind is None:
        raise refuse("bad_record", f"must be one of {', '.join(TYPES)}", "do")
    for name in data:
        if name != "do" and name not in FIELDS[kind]:
            raise refuse("bad_record", "is no field of this", name)
    seat, down = data.get("seat"), data.get("down", False)
    if type(seat) is not int or seat < 0:
        raise refuse("bad_record", "must be a seat", "seat")
    if type(down) is not bool:
        raise refuse("bad_record", "must be true or false", "down")
    if kind is Pass:
        return Pass(seat)
    if kind is Abort:
        return Abort(seat, str(data.get("reason", "")))
    cards = _cards(data.get("cards", []), "cards")
    return Lay(seat, cards, down) if kind is Lay else kind(seat, cards)


def _cards(content: object, where: str) -> Cards:
    if type(content) is not list or not all(type(one) is str for one in content):
        raise refuse("bad_record", "must be a list of cards", where)
    return tuple(content)
