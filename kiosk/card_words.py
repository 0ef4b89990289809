"""What people read of a hand of cards or dominoes that is played in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kiosk.i18n import Catalogue
from kiosk.play_words import LEAVE, Words
from rules.play.actions import NAMES
from rules.play.cards import CardAction, CardCourse, Lay, Pull, Take
from rules.value import NOTHING


class CardWords(Words):
    """The words of one language for a hand of cards."""

    def __init__(
        self, t: Catalogue, names: Sequence[str] = (), titles: Mapping[str, str] = NOTHING
    ) -> None:
        """Speak as `Words` do; cards are called by *titles*, else by their codes."""
        super().__init__(t, names)
        self._titles = titles

    def action(self, action: CardAction, hand: Any) -> str:  # noqa: ARG002 -- of tiles, too
        """Return what *action* does, with its cards."""
        match action:
            case Lay():
                is_hidden = action.is_down and not action.cards
                name = "lay_hidden" if is_hidden else "lay_down" if action.is_down else "lay"
            case Take():
                name = "take" if action.cards else "leave"
            case Pull():
                name = "pull"
            case _:
                name = NAMES[type(action)]
        cards = self._cards(getattr(action, "cards", ()))
        return " ".join(self.t(f"play.{name}", tiles=cards).split())

    def _cards(self, cards: Sequence[str]) -> str:
        if not self._titles:
            return " ".join(cards)
        return ", ".join(self._titles.get(card, card) for card in cards)

    def _name_value(self, name: str, value: Any, game: str) -> object:
        """Return what a rule's words are filled with: a card as it is called."""
        return self._cards((value,)) if name == "card" else super()._name_value(name, value, game)

    def last(self, hand: CardCourse[Any], seats: Sequence[int]) -> str:
        """Return what was done last, by whom.

        What lies face down is said to those *seats* only who laid it.
        """
        if not hand.log:
            return self.t("play.dealt_cards", leader=self.seat(hand.state.banker))
        action = hand.log[-1]
        if isinstance(action, Lay) and action.is_down and action.seat not in seats:
            action = Lay(action.seat, (), is_down=True)
        return f"{self.seat(action.seat)}: {self.action(action, hand)}"

    def is_seen(self, hand: Any, action: CardAction, seats: Sequence[int]) -> bool:
        """Return yes but for others who let be what nobody knows that they may do."""
        return action.seat in seats or not hand.after(action).is_silent

    def table(self, hand: CardCourse[Any], seat: int | None) -> str:
        """Return the table as *seat* sees it, or a bystander."""
        view = hand.play.view(hand.table)
        rows = [self.t("play.table", tiles=" ".join(view.table) or "–")]
        for number, cards in enumerate(view.hands):
            is_open = number == seat or hand.is_over
            hand_text = " ".join(cards) if is_open else self.t("play.held", count=len(cards))
            rows.append(
                f"{self.seat(number)}  {hand_text}  |  {' '.join(view.before[number])}".rstrip()
            )
        return "\n".join(rows)

    def why_not(self, hand: CardCourse[Any], seat: int, text: str) -> str:
        """Return why the cards typed, codes in a row, may not be laid; or what may be typed."""
        lay = _lay_of(hand, seat, text)
        problem = None if lay is None else hand.refusal(lay)
        if problem is not None:
            return self.problem(problem, hand.play.game.id)
        return self.help(hand)

    def parse(self, hand: CardCourse[Any], seat: int, text: str) -> CardAction | None:
        """Return the lay of the cards typed, if it is legal."""
        lay = _lay_of(hand, seat, text)
        return lay if lay is not None and hand.refusal(lay) is None else None

    def help(self, hand: CardCourse[Any]) -> str:  # noqa: ARG002 -- of tiles, too
        """Return what may be typed: a number, or cards."""
        return self.t("play.help_cards", leave=LEAVE)


def _lay_of(hand: CardCourse[Any], seat: int, text: str) -> Lay | None:
    """Return the lay of the cards typed, codes in a row; `None` where they are no cards."""
    cards = tuple(text.split())
    is_row = bool(cards) and all(card in hand.play.game.pieces for card in cards)
    return Lay(seat, cards) if is_row else None
