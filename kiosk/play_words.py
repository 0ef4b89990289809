"""What people read of a hand that is played in the terminal, or shown again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from kiosk.i18n import FALLBACK, Catalogue, of_game
from rules.errors import Problem, Reason
from rules.play.actions import (
    NAMES,
    Action,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    ThrowDice,
    Win,
)
from rules.play.course import Course
from rules.play.grounds import grounds
from rules.play.logs import Hand, LogError
from rules.play.unclaimed import OF_EVERY_DISCARD, barred_claims
from rules.play.views import SeatView, view
from rules.reasons import write_value
from rules.tiles import BACK, CODES, TILES, Tile, write

WIN: Final = "win"
"""What is typed to win, or to learn why one cannot."""
LEAVE: Final = "q"
"""What is typed to leave the hand."""
WHY: Final = "?"
"""What is typed to learn why one could claim none of the last discards."""
Steps = Sequence[tuple[Any, Any]]
"""Some steps of a hand, each as before and after it."""


class Words:
    """The words of one language that hands of tiles and of cards share."""

    def __init__(self, t: Catalogue, names: Sequence[str] = ()) -> None:
        """Speak by the catalogue *t*; seats are called by *names*, else by their numbers."""
        self.t = t
        self.names = names

    def action(self, action: Any, hand: Any) -> str:
        """Return what *action* does in *hand*."""
        raise NotImplementedError

    def last(self, hand: Any, seats: Sequence[int]) -> str:
        """Return what was done last, with what only those *seats* see."""
        raise NotImplementedError

    def table(self, hand: Any, seat: int | None) -> str:
        """Return the table as *seat* sees it, or a bystander."""
        raise NotImplementedError

    def why_not(self, hand: Any, seat: int, text: str) -> str:
        """Return why what was typed may not be done, or what may be typed."""
        raise NotImplementedError

    def why_unclaimed(self, hand: Any, seat: int, steps: Steps) -> str:  # noqa: ARG002 -- hook
        """Return why *seat* could claim nothing in those *steps*, or what may be typed."""
        return self.help(hand)

    def parse(self, hand: Any, seat: int, text: str) -> Any:
        """Return the action that *text*, which is no number, means; `None` where it is none."""
        raise NotImplementedError

    def is_seen(self, hand: Any, action: Any, seats: Sequence[int]) -> bool:  # noqa: ARG002 -- hook
        """Return whether people on those *seats* see that *action* is done in *hand*."""
        return True

    def help(self, hand: Any) -> str:
        """Return what may be typed."""
        raise NotImplementedError

    def greeting(self, hand: Any, seats: Sequence[int]) -> str:
        """Return what people on those *seats* read before the first act: who they are, and how."""
        rows = [self.last(hand, seats)]
        if len(seats) < hand.players:
            rows.append(self.t("play.you", seat=self.seat(seats[0])))
        return "\n".join([*rows, *self.codes(), self.help(hand)])

    def codes(self) -> Iterable[str]:
        """Return how pieces are written, where one cannot tell."""
        return ()

    def seat(self, seat: int) -> str:
        """Return what a seat is called."""
        name = self.names[seat] if seat < len(self.names) else ""
        return name or self.t("ui.someone", number=seat + 1)

    def problem(self, problem: Problem, game: str) -> str:
        """Return what stands against something in *game*, by the rule's own words if it has any."""
        if problem.reason is not None:
            return self.rule(problem.reason, game)
        if self.t.language == FALLBACK:
            return problem.message
        return f"{self.t(f'error.{problem.code}')} ({problem.message})"

    def reasons(self, problems: Iterable[Problem], game: str) -> str:
        """Return the rules against something in *game*; in English all that is wrong."""
        sentences = (
            self.problem(problem, game)
            for problem in problems
            if problem.reason is not None or self.t.language == FALLBACK
        )
        return " · ".join(dict.fromkeys(sentences))

    def rule(self, reason: Reason, game: str) -> str:
        """Return the words of a rule of play in *game*."""
        values = {
            name: self._name_value(name, value, game) for name, value in reason.values.items()
        }
        return self.t(f"play_rule.{reason.rule}", **values)

    def rules(self, before: Hand, hand: Hand) -> str:
        """Return the rules by which the step from *before* to *hand* was legal; none for some."""
        sentences = [self.rule(one, hand.play.game.id) for one in grounds(before, hand)]
        return self.t("play.replay.rules", rules=" · ".join(sentences)) if sentences else ""

    def _name_value(self, name: str, value: Any, game: str) -> object:
        """Return what a rule's words are filled with: seats and words as they are called."""
        if name == "seat":
            return self.seat(value)
        kind = {"word": "declared", "reason": "incident"}.get(name)
        return self.t(*of_game(kind, game, value)) if kind else write_value(name, value)

    def broken_log(self, error: LogError) -> str:
        """Return what is wrong with a log, and in which line."""
        if error.problem is None or self.t.language == FALLBACK:
            return str(error)
        game = "" if error.course is None else error.course.play.game.id
        return self.t("play.log_line", line=error.line, reason=self.problem(error.problem, game))

    def prompt(self, seat: int) -> str:
        """Return the question of who is to act."""
        return self.t("play.prompt", seat=self.seat(seat))

    def left_early(self) -> str:
        """Return that the hand was not played to its end."""
        return self.t("play.left")


class PlayWords(Words):
    """The words of one language for a hand in the terminal."""

    def action(self, action: Action, course: Course) -> str:
        """Return what *action* does, with its tiles."""
        name = NAMES[type(action)]
        if isinstance(action, Kong):
            name = action.kind
        elif isinstance(action, Win):
            name = f"win_{action.by}"
        count = action.count if isinstance(action, ThrowDice) else 0
        words = self.t(f"play.{name}", tiles=_tiles(action), seat=action.seat, count=count).strip()
        word = action.declares if isinstance(action, Discard) else getattr(action, "word", "")
        return f"{words} · {self.declaration(course, word)}" if word else words

    def declaration(self, course: Course, word: str) -> str:
        """Return what the announcement *word* is called."""
        return self.t(*of_game("declared", course.at.game.id, word))

    def last(self, course: Course, seats: Sequence[int]) -> str:
        """Return what was done last, by whom; the deal where nothing was yet.

        The tile of a draw is said of those *seats* only whose tiles are seen.
        """
        if not course.at.log:
            return self.t("play.dealt", banker=self.seat(course.at.state.banker))
        action = course.at.log[-1]
        if isinstance(action, (Draw, DrawReplacement)) and action.seat not in seats:
            action = type(action)(action.seat)
        return f"{self.seat(action.seat)}: {self.action(action, course)}".rstrip()

    def help(self, hand: Course) -> str:
        """Return what may be typed: a number, a tile, or a word of the game."""
        return self.t(
            "play.help", words=", ".join((WIN, *hand.at.game.declared)), why=WHY, leave=LEAVE
        )

    def codes(self) -> Iterable[str]:
        """Return how tiles are written."""
        return (self.t("play.codes"),)

    def parse(self, hand: Course, seat: int, text: str) -> Action | None:
        """Return the discard of the tile typed, or the win, if it may be done."""
        actions = [one for one in self._tries(hand, seat, text) if hand.refusal(one) is None]
        return actions[0] if len(actions) == 1 else None

    def is_seen(self, hand: Course, action: Action, seats: Sequence[int]) -> bool:
        """Return yes but for others who let a tile go: that would tell that they could claim it."""
        return hand.at.window is None or not isinstance(action, Pass) or action.seat in seats

    def why_not(self, course: Course, seat: int, text: str) -> str:
        """Return why what was typed may not be done, or what may be typed."""
        problems = [course.refusal(one) for one in self._tries(course, seat, text)]
        refusals = {self.problem(one, course.at.game.id) for one in problems if one is not None}
        return "\n".join(sorted(refusals)) if refusals else self.help(course)

    def why_unclaimed(self, hand: Course, seat: int, steps: Steps) -> str:  # noqa: ARG002 -- of cards, too
        """Return why *seat* could claim none of the tiles discarded in those *steps*."""
        reasons = (
            self.unclaimed_reason(before, after, seat, is_asked=True) for before, after in steps
        )
        return "\n".join(filter(None, reasons)) or self.t("play.nothing_barred")

    def unclaimed_reason(self, before: Course, hand: Course, seat: int, *, is_asked: bool) -> str:
        """Return why *seat* could not claim the last discard though its tiles make up a claim.

        What bars chows of nearly every discard is said only where it *is_asked* for.
        """
        discard = hand.at.log[-1]
        if not isinstance(discard, Discard) or discard.seat == seat:
            return ""
        rows = [
            self.t(
                "play.not_claimed",
                seat=self.seat(seat),
                claim=self.action(claim, hand),
                reason=self.problem(problem, hand.at.game.id),
            )
            for claim, problem in barred_claims(before, discard, seat)
            if is_asked or problem.reason is None or problem.reason.rule not in OF_EVERY_DISCARD
        ]
        return "\n".join(rows)

    def _tries(self, course: Course, seat: int, text: str) -> list[Action]:
        """Return everything that *text* may mean: a tile, an announcement, the win."""
        at, window = course.at, course.at.window
        if text in TILES:
            return [Discard(seat, TILES[text])]
        if text in at.game.declared:
            return [Discard(seat, tile, text) for tile in dict.fromkeys(at.seats[seat].hand)]
        if text != WIN:
            return []
        if window is None:
            return [Win(seat, "self_draw", at.drawn)]
        return [Win(seat, window.by, window.tile, window.source)]

    def table(self, course: Course, seat: int | None) -> str:
        """Return the table as *seat* sees it, or a bystander."""
        seat_view = view(course, seat)
        wall = self.t(
            "play.wall", left=seat_view.left, indicators=write(seat_view.indicators) or "–"
        )
        special = {"wild": course.at.wild, "apart": course.at.apart}
        extras = [
            self.t(f"play.{name}", tiles=write(map(Tile, sorted(kinds))))
            for name, kinds in special.items()
            if kinds
        ]
        rows = [" · ".join([wall, *extras])]
        rows += [self._row(number, one) for number, one in enumerate(seat_view.seats)]
        return "\n".join(rows)

    def _row(self, seat: int, seat_view: SeatView) -> str:
        backs = seat_view.hand.count(BACK)
        hand = self.t("play.backs", count=backs) if backs else write(seat_view.hand)
        parts = [hand, *(write(meld.tiles) for meld in seat_view.melds)]
        parts += [
            write(tiles) for tiles in (seat_view.flowers, seat_view.aside, seat_view.won) if tiles
        ]
        river = " ".join(CODES[tile] for tile in seat_view.river)
        return f"{self.seat(seat)}  {'  '.join(parts)}  |  {river}"


def _tiles(action: Action) -> str:
    """Return the tiles of *action* in compact notation: its own, then the claimed one."""
    if isinstance(action, ThrowDice):
        return "-".join(map(str, action.dice))
    own: Iterable[Tile] = getattr(action, "tiles", ())
    tile: Any = getattr(action, "tile", None)
    parts = [write(own), "" if tile is None else CODES[tile]]
    return " + ".join(part for part in parts if part)
