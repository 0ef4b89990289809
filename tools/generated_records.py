"""Records of every game, made from the public cases: hands dealt again, and anything changed.

A good part of them can be settled; the others are refused, each for a reason of its own.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Final

from tools.dealt_hands import (
    CATALOGUE,
    DATA,
    Chance,
    Codes,
    Data,
    Wall,
    compact,
    hand_parts,
    tiles_of,
)
from tools.record_changes import CHANGES, PLAY_CHANGES, spoil

KONGS: Final = ("kong_discard", "kong_added", "kong_concealed")


@cache
def case_records(game: str, *, sound: bool) -> tuple[Data, ...]:
    """Return the records of the public cases of *game*: those with a settlement if *sound*."""
    lines = (DATA / "cases" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple(
        row["record"]
        for row in rows
        if "record" in row and not (sound and "error" in row["expect"])
    )


def generated_record(game: str, place: int) -> Data:
    """Return the generated record *place* of *game*."""
    chance = Chance(f"{game} {place}")
    seeds = case_records(game, sound=chance.happens(0.9))
    record = copy.deepcopy(chance.pick(seeds))
    changes = chance.pick((0, 1, 1, 2, 2, 3))
    if "play" in record:
        for _ in range(changes + 1):
            chance.pick(PLAY_CHANGES)(record, chance)
        return record
    if chance.happens(0.6):
        deal_again(record, chance)
    for _ in range(changes):
        chance.pick(CHANGES)(record, chance)
    if chance.happens(0.02):
        spoil(record, chance)
    return record


def deal_again(record: Data, chance: Chance) -> None:
    """Deal all seats of *record* other tiles, with complete hands for those who won."""
    players = len(record["seats"])
    deal = record.setdefault("deal", {})
    wall = Wall(record["ruleset"], players, [], chance)
    if deal.get("indicators") and chance.happens(0.6):
        deal["indicators"] = [chance.pick(wall.kinds) for _ in deal["indicators"]]
    wall = Wall(record["ruleset"], players, deal.get("indicators") or [], chance)
    seats: list[Data] = [{"hand": None, "melds": []} for _ in range(players)]
    facts = [seat.get("facts") for seat in record["seats"]]
    if record["outcome"] != "win" or chance.happens(0.06):
        record.update(outcome=chance.pick(("draw", "draw", "abort")), wins=[])
    else:
        record["wins"] = winners(record, seats, wall)
    for seat, one in enumerate(seats):
        if one["hand"] is None:
            bystander(one, seat, wall)
        if facts[seat]:
            one["facts"] = facts[seat]
        concealed = all(row["kind"] == "kong_concealed" for row in one["melds"])
        if concealed and wall.entry["declared"] and chance.happens(0.2):
            one["declared"] = [chance.pick(wall.entry["declared"])]
    lay_flowers(seats, record["ruleset"], chance)
    record["seats"] = seats


def winners(record: Data, seats: list[Data], wall: Wall) -> list[Data]:
    """Return wins for *record*, the winners' tiles put into *seats*."""
    chance = wall.chance
    players = len(seats)
    seat = chance.below(players)
    tile = win_hand(seats[seat], seat, wall)
    if players == 1 or chance.happens(0.45):
        win: Data = {"seat": seat, "tile": tile, "by": "self_draw"}
        return [with_marks(win, seats[seat], record, chance)]
    source = (seat + 1 + chance.below(players - 1)) % players
    way = "robbed_kong" if chance.happens(0.08) else "discard"
    win = {"seat": seat, "tile": tile, "by": way, "from": source}
    wins = [with_marks(win, seats[seat], record, chance)]
    if way == "robbed_kong" and wall.takes([tile] * 3):
        seats[source]["melds"].append(
            {"kind": "pung", "tiles": tile[0] * 3 + tile[1], "from": seat}
        )
    others = [one for one in range(players) if one not in (seat, source)]
    if others and chance.happens(0.15):
        other = chance.pick(others)
        if win_hand(seats[other], other, wall, tile):
            wins.append({"seat": other, "tile": tile, "by": way, "from": source})
    return wins


def win_hand(seat: Data, place: int, wall: Wall, winning_tile: str | None = None) -> str:
    """Give *seat* a hand complete but for the returned tile: *winning_tile* if there is one."""
    chance = wall.chance
    sets = (wall.entry["hand"] - 1) // 3
    if winning_tile:
        wall.left[winning_tile] += 1
    parts = hand_parts(wall, sets, winning_tile)
    first = 1 if winning_tile else 0
    meld_count = chance.pick((0, 0, 0, 1, 1, 2, 3, sets)) if len(parts) > 1 else 0
    if wall.entry.get("open") and chance.happens(0.8):
        meld_count = max(meld_count, 1)
    melds = parts[first : first + meld_count]
    hand = [code for part in (*parts[:first], *parts[first + meld_count :]) for code in part]
    seat["melds"] = [meld(part, place, wall) for part in melds if part]
    tile = winning_tile or (chance.pick(hand) if hand else "1m")
    if tile in hand:
        hand.remove(tile)
    for wild in wilds(wall):
        if hand and wall.takes([wild]):
            hand[chance.below(len(hand))] = wild
    seat["hand"] = compact(hand)
    return tile


def wilds(wall: Wall) -> Codes:
    """Return tiles that may be wild."""
    chance, wild = wall.chance, wall.entry["wild"]
    if wild == "near":
        return [
            near(one, chance)
            for one in wall.indicators
            for _ in range(chance.pick((0, 0, 0, 1, 1, 2)))
        ]
    return chance.shuffle(tiles_of(wild))[: chance.pick((0, 0, 1, 2, 3))]


def near(indicator: str, chance: Chance) -> str:
    """Return a tile that *indicator* may make wild."""
    rank, suit = int(indicator[0]), indicator[1]
    last = 9 if suit in "mps" else 7
    return chance.pick(
        (indicator, indicator, f"{rank % last + 1}{suit}", f"{(rank - 2) % last + 1}{suit}")
    )


def meld(part: Codes, place: int, wall: Wall) -> Data:
    """Return the set *part* laid down by the seat *place*; now and then as a kong."""
    chance, players = wall.chance, wall.players
    if players == 1:
        return {"kind": "kong_concealed", "tiles": compact(part + part[:1])}
    source = (place + 1 + chance.below(players - 1)) % players
    if part[0] != part[-1]:
        left = (place - 1) % players
        return {"kind": "chow", "tiles": compact(part), "claimed": chance.pick(part), "from": left}
    if chance.happens(wall.kongs) and wall.takes(part[:1]):
        kind = chance.pick(KONGS)
        kong: Data = {"kind": kind, "tiles": compact(part + part[:1])}
        return kong if kind == "kong_concealed" else kong | {"from": source}
    return {"kind": "pung", "tiles": compact(part), "from": source}


def with_marks(win: Data, seat: Data, record: Data, chance: Chance) -> Data:
    """Return *win* with a mark that fits, now and then."""
    entry, state = CATALOGUE[record["ruleset"]], record.setdefault("state", {})
    kongs = [place for place, one in enumerate(seat["melds"]) if one["kind"] in KONGS]
    if kongs and win["by"] == "self_draw" and "kong_draw" in entry["marks"]:
        return win | {"marks": ["kong_draw"], "kong": chance.pick(kongs)}
    fitting = {
        "self_draw": ("last_tile", "dealt", "first_draw"),
        "discard": ("last_discard", "first_discard", "before_first_draw"),
    }.get(win["by"], ())
    marks = [
        mark
        for mark in entry["marks"]
        if mark in fitting and not (seat["melds"] and mark not in ("last_tile", "last_discard"))
    ]
    if not marks or chance.happens(0.8):
        return win
    mark = chance.pick(marks)
    if mark == "dealt":
        state["banker"] = win["seat"]
    elif mark == "first_discard":
        state["banker"] = win["from"]
    return win | {"marks": [mark]}


def bystander(seat: Data, place: int, wall: Wall) -> None:
    """Give *seat*, which has not won, any tiles, some of them laid down; or show nothing."""
    chance, entry = wall.chance, wall.entry
    sets = (entry["hand"] - 1) // 3
    for _ in range(chance.pick((0, 0, 0, 1, 1, 2))):
        part = wall.part(3, wall.kinds, 0.5)
        if part:
            seat["melds"].append(meld(part, place, wall))
    if chance.happens(0.03 if entry["all_shown"] else 0.35):
        return
    size = entry["hand"] - 3 * len(seat["melds"])
    if chance.happens(0.3):
        parts = hand_parts(wall, sets - len(seat["melds"]), None)
        hand = chance.shuffle(code for part in parts for code in part)
        wall.left.update(hand[size:])
        hand = hand[:size]
        seat["hand"] = compact(hand + wall.loose(size - len(hand)))
    else:
        seat["hand"] = compact(wall.loose(size))


def lay_flowers(seats: list[Data], game: str, chance: Chance) -> None:
    """Lay flowers and animals before the seats, where *game* has them."""
    share = chance.pick((0.0, 0.3, 0.6, 0.9))
    flowers: list[Codes] = [[] for _ in seats]
    owners = flowers if chance.happens(0.85) else [chance.pick(flowers)]
    for code in tiles_of(CATALOGUE[game]["flowers"]):
        if chance.happens(share):
            chance.pick(owners).append(code)
    for seat, codes in zip(seats, flowers, strict=True):
        seat["flowers"] = compact(codes)
