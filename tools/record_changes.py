"""Changes that make another record of one: options, state, wins, seats, suits, tiles, plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Final

from tools.dealt_hands import CATALOGUE, Chance, Data, compact, copies, tiles_of

SHUFFLED_SUITS: Final = ("mps", "msp", "pms", "psm", "smp", "spm")


def change_option(record: Data, chance: Chance) -> None:
    """Set one house option."""
    options = CATALOGUE[record["ruleset"]]["options"]
    names = [name for name in options if name not in ("players", "teams")]
    if names:
        name = chance.pick(names)
        record.setdefault("options", {})[name] = deepcopy(chance.pick(options[name]))


def change_state(record: Data, chance: Chance) -> None:
    """Set the banker, the round, the repeats, a counter or the totals."""
    state = record.setdefault("state", {})
    players = len(record["seats"]) if "seats" in record else len(state.get("scores") or (0,) * 4)
    counters = CATALOGUE[record["ruleset"]]["carry"]
    name = chance.pick(("banker", "banker", "round", "repeats", "scores", "carry", "carry"))
    if name == "carry" and counters:
        counter = chance.pick(tuple(counters))
        value = draw_counter(counters[counter], chance)
        state["carry"] = {**(state.get("carry") or {}), counter: value}
    elif name == "scores":
        state[name] = [100 * (chance.below(600) - 100) for _ in range(players)]
    elif name != "carry":
        limits = {"banker": players, "round": 5, "repeats": 6}
        state[name] = chance.below(limits[name]) + (name == "round")


def draw_counter(start: Any, chance: Chance) -> Any:
    """Return a counter of the kind of *start*."""
    if isinstance(start, bool):
        return chance.happens(0.5)
    if isinstance(start, list):
        return [chance.below(4) for _ in start] if start else [chance.below(4)] * 2
    return chance.below(5)


def fact_value(fact: Data, players: int, chance: Chance) -> Any:
    """Return a value of the kind of *fact*."""
    kinds = ("1m", "5p", "9s", "3z", "7z")
    values: dict[str, Callable[[], Any]] = {
        "bool": lambda: chance.happens(0.7),
        "int": lambda: chance.below(6),
        "ints": lambda: [chance.below(8) for _ in range(players)],
        "seat": lambda: chance.below(players),
        "seats": lambda: [chance.below(players)],
        "tiles": lambda: chance.pick(kinds),
        "tile_rows": lambda: [chance.pick(kinds)],
        "text": lambda: chance.pick(fact.get("words") or ["?"]),
    }
    return values[fact["kind"]]()


def change_win(record: Data, chance: Chance) -> None:
    """Change the way, the source, a mark or a fact of a win."""
    entry = CATALOGUE[record["ruleset"]]
    wins = record.get("wins")
    if not wins:
        return
    win, players = chance.pick(wins), len(record["seats"])
    what = chance.pick(("way", "from", "mark", "mark", "fact", "seat"))
    if what == "way":
        win["by"] = chance.pick(entry["ways"])
        win.pop("from", None)
        if win["by"] not in ("self_draw", "declared"):
            win["from"] = (win["seat"] + 1 + chance.below(max(1, players - 1))) % players
    elif what == "from" and "from" in win:
        win["from"] = chance.below(players)
    elif what == "mark" and entry["marks"]:
        mark = chance.pick(entry["marks"])
        marks = list(win.get("marks") or ())
        win["marks"] = [one for one in marks if one != mark] or [*marks, mark]
    elif what == "fact" and entry["win_facts"]:
        name = chance.pick(tuple(entry["win_facts"]))
        value = fact_value(entry["win_facts"][name], players, chance)
        win["facts"] = {**(win.get("facts") or {}), name: value}
    elif what == "seat":
        other = chance.below(players)
        seats = record["seats"]
        seats[win["seat"]], seats[other] = seats[other], seats[win["seat"]]
        win["seat"] = other


def change_seat(record: Data, chance: Chance) -> None:
    """Give a seat an announcement or a fact, or change what is seen of it."""
    entry = CATALOGUE[record["ruleset"]]
    seat = chance.pick(record["seats"])
    what = chance.pick(("declared", "fact", "hide", "flowers", "discards"))
    if what == "declared" and entry["declared"]:
        seat["declared"] = [chance.pick(entry["declared"])]
    elif what == "fact" and entry["seat_facts"]:
        name = chance.pick(tuple(entry["seat_facts"]))
        value = fact_value(entry["seat_facts"][name], len(record["seats"]), chance)
        seat["facts"] = {**(seat.get("facts") or {}), name: value}
    elif what == "hide":
        seat["hand"] = None
    elif what == "flowers":
        seat["flowers"] = compact(chance.shuffle(tiles_of("12345678f"))[: chance.below(5)])
    elif what == "discards":
        seat["discards"] = ["1z", "5p", "9m", "7z", "2s"][: chance.below(6)]


def rename_suits(record: Data, chance: Chance) -> None:
    """Let the three suits change places, or the ranks run the other way, on the whole table."""
    new = chance.pick(SHUFFLED_SUITS)
    letters = dict(zip("mps", new, strict=True))
    is_reversed = chance.happens(0.3)

    def rename(code: str) -> str:
        rank = code[0]
        if is_reversed and code[1] in letters and rank != "0":
            rank = str(10 - int(rank))
        return rank + letters.get(code[1], code[1])

    change_tiles(record, lambda text: compact(map(rename, tiles_of(text))))


def change_tiles(record: Data, change: Callable[[str], str]) -> None:
    """Change every text of tiles in *record*."""
    texts = frozenset(("hand", "aside", "tiles", "claimed", "tile"))
    lists = frozenset(("discards", "indicators", "hidden_indicators"))
    places: list[Data] = [record.get("deal") or {}, *record["seats"], *(record.get("wins") or ())]
    places += [one for seat in record["seats"] for one in seat.get("melds") or ()]
    for place in places:
        for name in texts & place.keys():
            if isinstance(place[name], str):
                place[name] = change(place[name])
        for name in lists & place.keys():
            if isinstance(place[name], list):
                place[name] = [change(code) for code in place[name]]


def rotate_seats(record: Data, chance: Chance) -> None:
    """Let everybody move on by some seats, the banker too."""
    seats = record["seats"]
    players, by = len(seats), chance.below(len(seats))
    record["seats"] = [seats[(place - by) % players] for place in range(players)]
    state = record.setdefault("state", {})
    state["banker"] = (state.get("banker", 0) + by) % players
    entries = [
        *(one for seat in seats for one in seat.get("melds") or ()),
        *(record.get("wins") or ()),
        *(record.get("incidents") or ()),
    ]
    for one in entries:
        for name in ("seat", "from"):
            if isinstance(one.get(name), int):
                one[name] = (one[name] + by) % players


def exchange_tiles(record: Data, chance: Chance) -> None:
    """Put another tile in the place of one in a hand, or of the winning tile."""
    open_seats = [seat for seat in record["seats"] if seat.get("hand")]
    kinds = list(copies(record["ruleset"]))
    wins = record.get("wins")
    if wins and chance.happens(0.4):
        chance.pick(wins)["tile"] = chance.pick(kinds)
    elif open_seats:
        seat = chance.pick(open_seats)
        tiles = tiles_of(seat["hand"])
        tiles[chance.below(len(tiles))] = chance.pick(kinds)
        seat["hand"] = compact(tiles)


def change_deal(record: Data, chance: Chance) -> None:
    """Turn up another indicator, throw other dice."""
    entry = CATALOGUE[record["ruleset"]]
    deal = record.setdefault("deal", {})
    if entry["indicators"] and chance.happens(0.6):
        deal["indicators"] = [chance.pick(list(copies(record["ruleset"])))]
    else:
        deal["dice"] = [
            [1 + chance.below(6) for _ in range(entry["dice"])] for _ in range(chance.below(3))
        ]


def add_incident(record: Data, chance: Chance) -> None:
    """Note an incident."""
    incidents = CATALOGUE[record["ruleset"]]["incidents"]
    if incidents:
        kind = chance.pick(tuple(incidents))
        players = len(record["seats"])
        facts = {name: fact_value(one, players, chance) for name, one in incidents[kind].items()}
        record["incidents"] = [{"kind": kind, "seat": chance.below(players), **facts}]
        if chance.happens(0.6):
            record.update(outcome="abort", wins=[])


def end_without_win(record: Data, chance: Chance) -> None:
    """Let nobody win."""
    if chance.happens(0.3):
        record.update(outcome=chance.pick(("draw", "abort")), wins=[])


def spoil(record: Data, chance: Chance) -> None:
    """Take a field away, or put a wrong thing in it."""
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = chance.pick(keys)
        if isinstance(place[key], dict | list) and chance.happens(0.7):
            place = place[key]
            continue
        place[key] = chance.pick((None, -1, 99, "?", [], {}, True))
        return


CHANGES: Final[Sequence[Callable[[Data, Chance], None]]] = (
    *(change_option,) * 4,
    *(change_state,) * 3,
    *(change_win,) * 3,
    *(rename_suits,) * 3,
    *(rotate_seats,) * 2,
    *(change_seat, exchange_tiles, change_deal, add_incident, end_without_win),
)


# --- games of cards and dominoes


def leaves(place: Any) -> list[tuple[Any, Any]]:
    """Return every place of a text or number below *place*: its owner and its key there."""
    pairs: list[tuple[Any, Any]] = []
    entries = place.items() if isinstance(place, dict) else enumerate(place)
    for key, one in list(entries):
        if isinstance(one, dict | list):
            pairs += leaves(one)
        else:
            pairs.append((place, key))
    return pairs


def exchange_pieces(record: Data, chance: Chance) -> None:
    """Let two cards or dominoes change places; mostly two that begin alike."""
    pieces = [(o, k) for o, k in leaves(record["play"]) if isinstance(o[k], str) and "-" in o[k]]
    pieces = pieces or [(o, k) for o, k in leaves(record["play"]) if isinstance(o[k], str)]
    for _ in range(chance.pick((1, 1, 2, 4))):
        if not pieces:
            return
        owner, key = chance.pick(pieces)
        alike = [(o, k) for o, k in pieces if o[k][:2] == owner[key][:2]]
        other, place = chance.pick(alike if chance.happens(0.85) else pieces)
        owner[key], other[place] = other[place], owner[key]


def change_number(record: Data, chance: Chance) -> None:
    """Change a number of the play, or turn a switch of it."""
    numbers = [(o, k) for o, k in leaves(record["play"]) if isinstance(o[k], int)]
    if numbers:
        owner, key = chance.pick(numbers)
        one = owner[key]
        owner[key] = (not one) if isinstance(one, bool) else max(0, one + chance.pick((-1, 1)))


def move_seats(record: Data, chance: Chance) -> None:
    """Let the lists with an entry for each seat begin with another, or numbers change places."""
    rows = [name for name, one in record["play"].items() if isinstance(one, list) and len(one) > 1]
    if rows:
        name = chance.pick(rows)
        row = record["play"][name]
        by = chance.below(len(row))
        record["play"][name] = chance.pick((row[by:] + row[:by], chance.shuffle(row)))


def end_play(record: Data, chance: Chance) -> None:
    """Let the hand be given up."""
    if chance.happens(0.2):
        record["outcome"] = chance.pick(("abort", "draw", "win"))


PLAY_CHANGES: Final[Sequence[Callable[[Data, Chance], None]]] = (
    *(exchange_pieces,) * 4,
    *(change_option,) * 3,
    *(change_state,) * 3,
    *(move_seats, change_number, end_play),
)
