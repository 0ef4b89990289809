"""A hand in the terminal, of tiles or of cards: what may be done by number, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import click

from kiosk.commands.explain import explain
from kiosk.play_words import LEAVE, WHY, Steps, Words
from rules.play.actions import Win
from rules.play.plain import choose
from rules.settle.settlement import Settlement


class Hand(Protocol):
    """A course of tiles or of cards."""

    @property
    def is_over(self) -> bool:
        """Return whether the hand has ended."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may do something now."""

    def legal(self, seat: int) -> Sequence[Any]:
        """Return everything that *seat* may do now."""

    def after(self, action: Any, /) -> Any:
        """Return the hand after *action*."""

    def record(self) -> dict[str, Any]:
        """Return the record of the hand."""

    def settlement(self) -> Settlement:
        """Return its settlement."""


def play_out(hand: Any, seats: Sequence[int], words: Words, *, with_rules: bool = False) -> Any:
    """Return the hand once it is over, or left; people play *seats*, plain players the others.

    *with_rules* what people do is printed with the rules by which it was legal.
    """
    click.echo(words.greeting(hand, seats))
    since: list[tuple[Any, Any]] = []  # what was done since somebody was asked
    while not hand.is_over:
        seat = next((one for one in hand.to_act if one not in seats), hand.to_act[0])
        legal = hand.legal(seat)
        if seat not in seats:
            action = choose(hand, seat)
        elif len(legal) == 1 and not isinstance(legal[0], Win):
            action = legal[0]
        else:
            action = _ask_player(hand, seat, legal, words, since)
            since = []
        if action is None:
            return hand
        is_seen = words.is_seen(hand, action, seats)
        before, hand = hand, hand.after(action)
        since.append((before, hand))
        if is_seen:
            show_step(before, hand, seats, words, with_rules=with_rules and seat in seats)
    return hand


def show_step(
    before: Any, hand: Any, seats: Sequence[int], words: Words, *, with_rules: bool
) -> None:
    """Print what was done last in *hand*, and by which rules it was legal after *before*."""
    click.echo(words.last(hand, seats))
    if with_rules and before is not None and (rules := words.rules(before, hand)):
        click.echo(f"    {rules}")


def _ask_player(hand: Hand, seat: int, legal: Sequence[Any], words: Words, since: Steps) -> Any:
    """Return what the player on *seat* chooses; nothing where he leaves the hand.

    Of the discards *since* he was asked last he may ask why they were not his to claim.
    """
    click.echo(words.table(hand, seat))
    for number, action in enumerate(legal, start=1):
        click.echo(f"{number:>3}  {words.action(action, hand)}")
    while True:
        try:
            text = click.prompt(words.prompt(seat), prompt_suffix=" ").strip()
        except click.Abort:  # Ctrl-C, or nothing more comes: what was played can still be kept
            click.echo()
            return None
        if text.isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        if text == LEAVE:
            return None
        if (action := words.parse(hand, seat, text)) is not None:
            return action
        if text == WHY:
            click.echo(words.why_unclaimed(hand, seat, since))
        else:
            click.echo(words.why_not(hand, seat, text))


def show_end(hand: Hand, words: Words) -> None:
    """Print the table and the settlement of a hand that is over, or that it was left."""
    if not hand.is_over:
        click.echo(words.left_early())
        return
    click.echo(words.table(hand, None))
    click.echo(explain(hand.record(), hand.settlement().to_json(), words.t.language))
