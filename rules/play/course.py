"""The course of a hand: a value; an action gives the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import Problem, RecordError
from rules.play import record
from rules.play.actions import Action
from rules.play.legal import legal, refusal
from rules.play.play_rules import PlayRules
from rules.play.position import Place, Position
from rules.play.steps import advance, deal
from rules.play.wall import Chance, Wall, shuffle_wall, throw_dice, wall_problem
from rules.record.reader import Reader
from rules.settle.settlement import Settlement
from rules.value import NOTHING, value
from rules.walls import Throws


@value
class Course:
    """A hand that is played: where it stands, what may be done, what comes of it."""

    play: PlayRules
    at: Position

    @property
    def is_over(self) -> bool:
        """Return whether the hand has ended."""
        return self.at.is_over

    @property
    def log(self) -> tuple[Action, ...]:
        """Return what was done so far, in order."""
        return self.at.log

    @property
    def players(self) -> int:
        """Return how many take part."""
        return self.at.players

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may do something now: one, or all who may claim a tile."""
        if self.at.is_over:
            return ()
        if self.at.window is not None:
            return tuple([seat for seat, _ in self.at.window.offers])
        return (self.at.turn,)

    def refusal(self, action: Action) -> Problem | None:
        """Return why *action* may not be done now, in the sheet's words, or nothing."""
        return refusal(self.play, self.at, action)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return everything that *seat* may do now: all that `refusal` has nothing against."""
        return legal(self.play, self.at, seat)

    def after(self, action: Action) -> Course:
        """Return the course after *action*; raise `RecordError` with the reason against it."""
        problem = self.refusal(action)
        if problem is not None:
            raise RecordError((problem,))
        return Course(self.play, advance(self.play, self.at, action))

    def record(self) -> dict[str, Any]:
        """Return the hand record of the hand as it ended, with nothing told that the log shows.

        Raise `ValueError` while the hand goes on.
        """
        if self.at.ending is None:
            raise ValueError("the hand is not over")
        return record.record(self.play, self.at, self.at.wins, self.at.ending)

    def settlement(self) -> Settlement:
        """Return the settlement of `record`."""
        if self.at.ending is None:
            raise ValueError("the hand is not over")
        return record.settle_hand(self.play, self.at, self.at.wins, self.at.ending)


def begin(
    play: PlayRules,
    wall: Wall,
    dice: Sequence[Sequence[int]],
    state: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
) -> Course:
    """Return the course of a new hand, dealt from *wall* by these *dice*.

    *state* and *options* are those of the hand record. Raise `RecordError` for what is
    wrong with them, and for a wall with a tile too many or too few.
    """
    game = play.game
    reader = Reader(game, game.seats[0])
    house_rules = reader.options(dict(options))
    reader.players = players = game.players(house_rules)
    table = reader.state(dict(state), game.start_score_for(house_rules))
    throws = reader.rows([list(throw) for throw in dice], "dice", reader.throw)
    problems = list(reader.problems)
    if (wrong := wall_problem(wall.tiles, game.tiles_for(house_rules))) is not None:
        problems.append(wrong)
    if problems:
        raise RecordError(problems)
    breaking = len(game.throwers(Throws(table.banker, (), players, house_rules)))
    dice, later = throws[:breaking], throws[breaking:]
    at = Position(game, house_rules, table, dice, wall, (Place(),) * players, later)
    return Course(play, deal(play, at))


def begin_by_chance(
    play: PlayRules, chance: Chance, options: Mapping[str, Any] = NOTHING
) -> Course:
    """Return a session's first hand under *options*, dealt as *chance* shuffles and throws."""
    game, house = play.game, {**play.game.defaults, **options}
    wall = shuffle_wall(game.tiles_for(house), chance)
    return begin(
        play, wall, throw_dice(game, 0, house, chance, play.later_throws), NOTHING, options
    )
