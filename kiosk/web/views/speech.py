"""What a screen says of the table: its result, who declared, who rolls, what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import rules
from kiosk.card_words import CardWords
from kiosk.i18n import Catalogue
from kiosk.session import Stage
from kiosk.session.settle import prize_unit
from kiosk.session.shapes import Json
from kiosk.view import HandView
from kiosk.voice import Phrase, Voice, can_say
from kiosk.web.views.frame import call_words, name_of
from kiosk.web.views.replay_frames import card_titles
from kiosk.web.views.scene import limit_of
from kiosk.web.views.table import throw_words
from rules.play.actions import Discard
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.play.logs import Hand
from rules.tiles import CODES

Way = tuple[str, int | None]
"""How a win was made, and who gave its tile."""
RESULTS: Final = (Stage.SETTLEMENT, Stage.OVER)
"""Screens that are said of also where only results are wanted."""
GETS: Final = ("voice.gets", "voice.pays")
HAS: Final = ("voice.ahead", "voice.behind")


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said now: as text for screen readers, and as sounds where this screen speaks."""

    text: str
    sounds: tuple[Mapping[str, str], ...]
    """For each phrase its `sound`, a name or "", and its `text` for the browser's own voice."""


def speech_of(
    view: HandView, context: Mapping[str, Any], t: Catalogue, voice: Voice, level: str
) -> Speech:
    """Return what the screen with *context* says; its sounds only as far as *level* wants."""
    is_wanted = level == "everything" or (level == "results" and view.stage in RESULTS)
    return _compose(
        view, lambda named_view: _phrases(named_view, context, t), t, voice if is_wanted else None
    )


def speech_of_play(view: HandView, hand: Hand, t: Catalogue, voice: Voice, level: str) -> Speech:
    """Return what is said of a *hand* that somebody follows: its newest discard, or act."""

    def phrases(named_view: HandView) -> Iterator[Phrase]:
        if not isinstance(hand, CardCourse):
            yield from _discard(named_view, hand, t)
        elif act := last_act(named_view, hand, t):
            yield Phrase(act)

    return _compose(view, phrases, t, voice if level == "everything" else None)


def last_act(view: HandView, hand: CardCourse[Any], t: Catalogue) -> str:
    """Return what was done last in *hand* as others see it; nothing where they do not."""
    return "" if hand.is_silent else CardWords(t, view.names, card_titles(hand, t)).last(hand, ())


def _compose(
    view: HandView,
    phrases: Callable[[HandView], Iterable[Phrase]],
    t: Catalogue,
    voice: Voice | None,
) -> Speech:
    """Return the *phrases* of *view*, and their sounds where there is a *voice* for them.

    In these it is called by its seat whose name the engine cannot read.
    """
    names = tuple(name_of(view.names, seat, t) for seat in range(len(view.names)))
    text = " ".join(one.text for one in phrases(replace(view, names=names)))
    if voice is None:
        return Speech(text, ())
    spoken_names = tuple(_make_speakable(view, seat, name, t) for seat, name in enumerate(names))
    utterances = phrases(replace(view, names=spoken_names))
    return Speech(
        text, tuple({"sound": voice.offer(one, t.language), "text": one.text} for one in utterances)
    )


def _make_speakable(view: HandView, seat: int, name: str, t: Catalogue) -> str:
    """Return *name*, or the seat's where the engine cannot read it."""
    if can_say(name, t.language):
        return name
    game, banker = rules.ruleset(view.session.ruleset), view.session.standing.banker or 0
    keys = () if game.plays else (f"voice.wind.{(seat - banker) % len(view.session.players)}",)
    return t(*keys, "voice.seat", number=seat + 1)


def _phrases(view: HandView, context: Mapping[str, Any], t: Catalogue) -> Iterator[Phrase]:
    if fault := context.get("fault"):
        yield Phrase(fault.headline)
    paid_time = context.get("paid")
    if paid_time is not None and view.stage in (Stage.TABLE, Stage.PLAYING):
        yield Phrase(paid_time.words)
    draft = view.draft
    match view.stage:
        case Stage.SETTLEMENT:
            ways = {win.seat: (win.by, win.giver) for win in draft.wins}
            yield from _result(draft.outcome, draft.settlement, ways, view.names, t)
        case Stage.OVER:
            yield Phrase(t("voice.over"), "over")
            for rank, seat in context["ranked"]:
                yield Phrase(
                    t("voice.rank", rank=rank, name=view.names[seat.number], total=seat.total)
                )
            session = view.session
            unit = prize_unit(rules.ruleset(session.ruleset), session.options)
            yield from _prizes(session.standing.prizes, unit, view.names, HAS, t)
        case Stage.PLAYING:
            yield from _calls(view, t)
        case Stage.TABLE:
            yield from _dice(view, t)
        case _:
            pass


def _result(
    outcome: str, settlement: Json, ways: Mapping[int, Way], names: Sequence[str], t: Catalogue
) -> Iterator[Phrase]:
    """Yield what a hand's end is and pays: "Ron." "Aiko from Bo, 7700." "Mangan."."""
    net, wins = settlement["net"], settlement.get("wins", ())
    if outcome != "win":
        yield Phrase(t(f"voice.end.{outcome}"), f"end.{outcome}")
    for win in wins:
        seat = win["seat"]
        by, giver = ways.get(seat, ("", None))
        yield Phrase(t(f"voice.way.{by}", "voice.way"), f"way.{by}")
        if giver is None:
            yield Phrase(t("voice.won", name=names[seat], points=net[seat]))
        else:
            who = {"name": names[seat], "giver": names[giver]}
            yield Phrase(t("voice.won_from", points=net[seat], **who))
        if limit := limit_of(win, settlement, t):
            yield Phrase(t(f"voice.limit.{limit}"), f"limit.{limit}")
    if not any(net):
        yield Phrase(t("voice.nothing"), "nothing")
    winners = {win["seat"] for win in wins}
    rest = [(seat, points) for seat, points in enumerate(net) if points and seat not in winners]
    for seat, points in rest if len(rest) > 1 or not wins else ():
        yield Phrase(t(GETS[points < 0], name=names[seat], points=abs(points)))
    unit = settlement.get("prize_unit", "points")
    yield from _prizes(settlement.get("prize_net", ()), unit, names, GETS, t)


def _prizes(
    shares: Sequence[int], unit: str, names: Sequence[str], keys: tuple[str, str], t: Catalogue
) -> Iterator[Phrase]:
    """Yield everybody's *shares* of chips or prizes: "Chips." "Aiko gets 3."; nothing for none.

    *keys* are the words for who has more than nothing, and for who has less.
    """
    if any(shares):
        yield Phrase(t(f"voice.prizes.{unit}", "voice.prizes"), f"prizes.{unit}")
    for seat, share in enumerate(shares):
        if share:
            yield Phrase(t(keys[share < 0], name=names[seat], points=abs(share)))


def _calls(view: HandView, t: Catalogue) -> Iterator[Phrase]:
    for seat, row in enumerate(view.draft.seats):
        for word in row.declared:
            yield _call(view, word, t)
            yield Phrase(view.names[seat])


def _dice(view: HandView, t: Catalogue) -> Iterator[Phrase]:
    """Yield what was thrown last, and who rolls next."""
    throws = view.draft.drawn if view.draft.drawing else view.draft.dice
    if throws:
        yield Phrase(t("voice.dice", pips=", ".join(map(str, throws[-1]))))
    if line := throw_words(view, view.draft, t, key="voice.dice"):
        yield Phrase(line)


def _discard(view: HandView, course: Course, t: Catalogue) -> Iterator[Phrase]:
    """Yield who has discarded what, after what was declared with it."""
    last = next((one for one in reversed(course.at.log) if isinstance(one, Discard)), None)
    if last is None:
        return
    if last.declares:
        yield _call(view, last.declares, t)
    tile = _tile_words(CODES[last.tile], t)
    yield Phrase(t("voice.discard", name=view.names[last.seat], tile=tile))


def _tile_words(code: str, t: Catalogue) -> str:
    """Return what the tile *code* is called where people hear it."""
    rank, letter = code[0], code[1]
    if letter not in "mps":
        return t(f"voice.tile.{code}", f"tile.{code}")
    suit = t(f"voice.tile.suit.{letter}")
    if rank == "0":
        return t("voice.tile.red_five", suit=suit)
    return t("voice.tile.ranked", rank=t(f"voice.tile.rank.{rank}"), suit=suit)


def _call(view: HandView, word: str, t: Catalogue) -> Phrase:
    key = f"voice.call.{word}"
    call = t(key) if t.knows(key) else call_words(view.session.ruleset, word, t)
    return Phrase(call, f"call.{word}")
