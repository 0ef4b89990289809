"""The tables of Sakura: sakura.md, "Equipment and table", "Scoring elements", "Options"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.game import Element, choice, switch
from rules.games.cards.hanafuda.cards import picture
from rules.games.cards.hanafuda.combinations import Combination

if TYPE_CHECKING:
    from rules.games.cards.hanafuda.cards import Card

OPTIONS: Final = (
    switch("teams"),
    choice("two_player_hand", 10, 8),
    choice("margin_classes", "100", "50_100"),
)

COMBINATION: Final = 50
"""Points that a combination takes off everybody else."""

POINTS: Final = {"bright": 20, "ribbon": 10, "animal": 5, "junk": 0}
"""What a card of each class is worth: ribbons and animals the other way round than usual."""

OTHER_CLASSES: Final = {"11-bright": "animal", "12-junk1": "ribbon"}
"""The rain man and the yellow paulownia count in another class than their picture says."""

EACH_OTHER: Final = f"each other −{COMBINATION}"

ELEMENTS: Final = (
    Element("card_points", "札の点", "points of the cards", "20 / 10 / 5"),
    Element("flower_moon_cup", "桜に幕・ススキに月・菊に盃", "curtain, moon, cup", EACH_OTHER),
    Element("boar_deer_geese", "萩に猪・紅葉に鹿・ススキに雁", "boar, deer, geese", EACH_OTHER),
    Element("red_ribbons", "赤タンの表", "red ribbons", EACH_OTHER),
    Element("red_pictures", "赤タンの裏", "pictures of the red ribbons' flowers", EACH_OTHER),
    Element("blue_ribbons", "青タンの表", "blue ribbons", EACH_OTHER),
    Element("blue_pictures", "青タンの裏", "pictures of the blue ribbons' flowers", EACH_OTHER),
    Element("grass_ribbons", "くさの表", "grass ribbons", EACH_OTHER),
    Element("grass_pictures", "くさの裏", "pictures of the grass ribbons' flowers", EACH_OTHER),
    Element("others_combinations", "出来役代", "taken off by the others' combinations", "−50 each"),
    Element("double_win", "2勝", "double win", 2),
    Element("triple_win", "3勝", "triple win", 3),
)

COMBINATIONS: Final = tuple(
    Combination(name, frozenset(cards.split()), COMBINATION)
    for name, cards in (
        ("flower_moon_cup", "03-bright 08-bright 09-animal"),
        ("boar_deer_geese", "07-animal 10-animal 08-animal"),
        ("red_ribbons", "01-ribbon 02-ribbon 03-ribbon"),
        ("red_pictures", "01-bright 02-animal 03-bright"),
        ("blue_ribbons", "06-ribbon 09-ribbon 10-ribbon"),
        ("blue_pictures", "06-animal 09-animal 10-animal"),
        ("grass_ribbons", "04-ribbon 05-ribbon 07-ribbon"),
        ("grass_pictures", "04-animal 05-animal 07-animal"),
    )
)

MARGINS: Final = {"100": (100,), "50_100": (50, 100)}
"""The margins from which a hand counts as one win more (D5)."""

SEATS: Final = (2, 3, 4)
TEAM_PLAYERS: Final = 4
TEAMS: Final = ((0, 2), (1, 3))
DEALT_TO_TABLE: Final = {2: 8, 3: 6, 4: 8}
"""Cards dealt to the table, by the number of players."""


def points(card: Card) -> int:
    """Return what *card* is worth."""
    return POINTS[OTHER_CLASSES.get(card, picture(card))]


def hand_size(players: int, two_player_hand: int) -> int:
    """Return how many cards each of *players* is dealt."""
    return {2: two_player_hand, 3: 7, 4: 5}[players]


def cards_shown(players: int, two_player_hand: int) -> int:
    """Return how many cards are turned up in a hand: each turn one is played and one turned."""
    return 2 * players * hand_size(players, two_player_hand) + DEALT_TO_TABLE[players]
