"""The rules of play by name: why something may not be done, and why what was done was legal.

Each has the sheet's words here in English; a program that speaks other languages has them
by the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.errors import Problem, Reason, RecordError, encode

RULES: Final[Mapping[str, str]] = {
    # All games of tiles
    "nobody_there": "nobody sits there",
    "hand_over": "the hand is over",
    "other_turn": "it is {seat}'s turn",
    "draw_first": "a tile is to be drawn first",
    "not_now": "this is not the time",
    "flowers_first": "flowers are laid out and replaced before anything else",
    "not_opened": "this is not the time: the hand has not been opened",
    "supplement_due": "a supplement is taken, from where supplements are taken",
    "no_supplement_due": "only a kong, a flower or a tile laid aside brings a supplement",
    "no_throw_due": "dice only say where a supplement is taken",
    "draw_unknown": "which tile was drawn must be said, the wall does not show it",
    "other_tile_lies": "the tile that lies there is {tile}, not {said}",
    "supplement_stays": "a supplement cannot be declined",
    "not_in_hand": "{tile} is not in the hand",
    "flowers_kept": "flowers are laid out and replaced, not kept or discarded",
    "announcement": "{word} cannot be announced now",
    "no_such_kong": "this game has no such kong, or not in one's own turn",
    "not_all_in_hand": "these tiles are not all in the hand",
    "kong_form": "a kong is four equal tiles of the hand, or one added to a pung",
    "in_no_set": "{tile} is in no set laid down",
    "kong_without_supplement": "no tile is left to be drawn for a kong",
    "not_laid_aside": "such a tile is not laid aside by itself",
    "aside_without_supplement": "no tile is left to be drawn for it",
    "no_flower_in_hand": "{tile} is no flower in the hand",
    "own_win_on_draw": "a win in one's own turn is on the tile just drawn",
    "no_winning_hand": "the tiles form no winning hand",
    "has_answered": "this seat has answered",
    "other_claim_first": "another claim goes before",
    "others_claim_first": "others may claim the tile first",
    "claim_or_pass": "the tile is claimed or let go before anything else",
    "no_claim": "this claims no tile",
    "other_tile_claimed": "another tile is to be claimed",
    "not_so_won": "the tile is not won on in this way",
    "only_won_on": "this tile can be won on, not claimed for a set",
    "last_discard": "the last discard can only be won on",
    "not_claimed": "{tile} can be claimed for nothing",
    "no_chow": "this game has no chow",
    "chow_from_left": "a chow comes from the left-hand neighbour only",
    "chow_form": "a chow is three tiles in a row",
    "no_such_set": "these tiles make no such set",
    "dice_show": "the dice show {dice}",
    "dice_unknown": "what the dice show must be said",
    "dice_numbers": "{count} dice show as many numbers from 1 to 6",
    "no_dice": "no dice say where a supplement is taken",
    "no_such_end": "{reason} is no reason to end a hand of this game",
    "draw_due": "the next tile of the wall is drawn",
    "discard_due": "who has drawn discards",
    "missed_pung": "a pung let go is not claimed before one's next turn",
    "card_not_in_hand": "{card} is not in the hand",
    # Wins that the settlement refuses
    "no_yaku": "at least one yaku is needed; dora are none",
    "furiten": "furiten: no win on another's tile, one that completes the hand was let go",
    "riichi_shape": "four sets and a pair, seven pairs or thirteen orphans are needed",
    "wuhan_eyes": "the eyes must be 2, 5 or 8 unless the hand is all pungs or pure one suit",
    "wuhan_shape": "the tiles are neither four sets and a pair nor all honors nor all eyes",
    "wuhan_open_set": "a winning hand needs an open set, and a closed kong is none",
    "wuhan_minor_wilds": "a minor win has at most one wild tile in hand",
    "kong_tile_no_win": "{tile} is a kong tile and completes no hand",
    "two_suits_at_most": "the tiles do not form four sets and a pair of at most two suits",
    "changsha_shape": (
        "neither four sets and a pair of 2, 5 or 8 (any pair with an element that frees "
        "it), nor seven pairs, nor all 2, 5 and 8"
    ),
    "nanchang_shape": "neither four sets and a pair, nor seven pairs, nor fourteen unrelated tiles",
    "fenghua_shape": (
        "neither four sets and a pair, nor seven pairs, nor fourteen unrelated tiles, nor "
        "honors only"
    ),
    "yiwu_shape": "the tiles are no four sets and a pair, seven pairs or unrelated tiles",
    "wenzhou_shape": "the tiles are no five sets and a pair, eight pairs or three wilds",
    "qinghunpeng_shape": (
        "the tiles are none of the seven hands: all pungs or one suit in sets, or all honors"
    ),
    "sets_and_pair": "the tiles do not form four sets and a pair",
    "sets_or_seven_pairs": "the tiles are neither four sets and a pair nor seven pairs",
    "five_sets_shape": "the tiles do not form five sets and a pair",
    "sets_or_orphans_shape": "the tiles are neither four sets and a pair nor thirteen orphans",
    "fuzhou_shape": "the tiles are neither five sets and a pair nor three golds",
    "beijing_shape_two_suits": (
        "the tiles are neither four sets and a pair nor seven pairs without one of the suits (断門)"
    ),
    "pair_of_258": "the pair must be a 2, 5 or 8 of a suit",
    "dealt_pattern_needed": "the dealt tiles show none of the four patterns",
    "four_wilds_needed": "four {tile} are needed in the hand",
    "eight_flowers_needed": "a win by flowers needs all eight of them",
    "seven_flowers_rob": "who robs the eighth flower needs the other seven",
    "flowers_or_honors_declared": (
        "eight flowers, three sets of dragons or four of winds are needed"
    ),
    "hu_minimum": "a hand needs {count} hu before it is doubled",
    "ningbo_minimum": "{count} tai: a win needs {least}, three wild tiles not counted",
    "fenghua_minimum": (
        "{count} tai: a discard wins from {least}, and flowers, kongs and three wild tiles "
        "do not count for it"
    ),
    "fan_minimum": "the hand is worth {count} fan, at least {least} are needed",
    "nanjing_minimum": "a win needs a big hand, a concealed hand, or {count} flower tiles laid out",
    "one_tai": "a win needs one tai, bonus tiles included",
    "every_loser_owes": "every loser must owe at least {least}, and one owes {owed}",
    "one_loser_owes": "at least one loser must owe {least} or more, and none owes over {owed}",
    "qinghunpeng_discard": (
        "a win on a discard needs two flowers, a naked single or a hand of a laazi"
    ),
    "wild_pair_self_draw": "a wild tile that waits for its pair wins by self-draw only",
    "lone_wild_self_draw": "a lone wild wins by self-draw only",
    "three_wilds_self_draw": "with three wild tiles one wins by self-draw only",
    "claimed_self_draw": "who has claimed a tile wins by self-draw only",
    "lone_fortune_self_draw": "four sets and a lone fortune tile win by self-draw only",
    "gold_discarder_self_draw": "who has discarded a gold wins by self-draw only",
    "solo_self_draw": "who plays alone wins by self-draw only, where a partial run may be the head",
    "lone_jing_no_discard": "a lone jing that does not stand for itself wins by an own tile only",
    "any_tile_no_discard": (
        "a hand that wins with any tile wins by an own tile or a robbed kong only"
    ),
    "wild_given_up": "who discards a wild tile has given up the hand",
    "wrong_count_no_win": "a hand with too many or too few tiles (相公) does not win",
    "dead_hand_no_win": "a dead hand (相公) neither claims nor wins",
    "foul_no_win": "who committed such a foul does not win this hand",
    "hidden_flower_no_win": "who hid a flower or laid a false kong does not win",
    "spoilt_no_win": "the winning tile or the hand was spoilt: it does not win",
    "kong_tile_in_hand": "nobody wins with a kong tile in the hand",
    "claimed_kong_no_draw": "the supplement of a kong of a discard does not win",
    "banker_discards_first": "the banker discards a tile before anybody wins",
    "further_win_contains": "a further win must contain the element of the first one",
    "chows_bind_suit": "three chows of one suit bind the hand to pure one suit",
    "no_points_left": "{seat} has no points left: nobody wins from him",
    "last_hand_rank": "in South 4 an open win must change the winner's rank",
    "missed_win_until_turn": "after a missed win nobody wins on another's tile before his turn",
    "missed_tile_until_turn": (
        "a winning tile let go is not won on from another before one's next turn"
    ),
    "missed_tile_until_draw": (
        "a winning tile let go is not won on as a discard before one has drawn or claimed"
    ),
    "missed_win_higher": "after a missed win only one of more points wins before one's next turn",
    "own_discard_not_lower": "the hand is worth no more than a self-draw of {tile} would have been",
    "missed_win_unreleased": (
        "after a missed win (過水) nothing wins, a self-draw neither, until one is released"
    ),
    "wild_discarded": "{tile} is wild: nobody wins on a discarded one",
    "laizi_discarded": "{tile} is wild: nobody claims a discarded wild tile",
    "gold_discarded": "{tile} is the gold: nobody wins on a discarded one",
    "wild_of_another": "{tile} is wild: nobody wins on a wild tile of another",
    "fortune_discarded": "{tile} is a fortune tile (財神): nobody wins on a discarded one",
    "fortune_pair_self_draw": "a fortune pair wait (財神頭) wins by self-draw only",
    "three_fortunes": "a hand with three fortune tiles wins by fortune pair wait or kong draw only",
    "after_double_float": (
        "after a double float (双飄) only a fortune pair wait or a kong draw wins"
    ),
    "two_fortunes_no_discard": "a hand with two or more fortune tiles does not win on a discard",
    "floated_no_discard": "after a fortune tile was floated (財飄) nobody wins on a discard",
    "discard_with_banker_only": "in this house a discard wins only from or for the banker",
    "kong_not_added": "only a tile added to a pung can be robbed",
    "kong_of_discard_not_robbed": "a kong of a discard cannot be robbed",
    "concealed_kong_by_straight": "a concealed kong is robbed only by the tile of a straight (龍)",
    "concealed_kong_by_thirteen": "a concealed kong can be robbed by thirteen orphans only",
    "concealed_kong_by_fourteen": "a concealed kong can be robbed by fourteen orphans only",
    "concealed_kong_not_robbed": "nobody robs a concealed kong, thirteen orphans neither",
    "gold_robbed_unclaimed": "the gold is robbed with the dealt hand, nothing claimed",
    "gold_robbing_order": "the nearest after the banker robs the gold first, the banker last",
    "four_wilds_not_played": "four wilds do not win in this house",
    "eight_flowers_not_played": "eight flowers alone do not win in this house",
    "seven_robs_one_not_played": "nobody robs the eighth flower in this house",
    "honors_not_at_once": "sets of dragons or winds do not win at once in this house",
    "one_winner": "only one wins a hand",
    "several_on_one_tile": "several win only on one and the same tile, each once",
    "nearest_claimant_wins": "of several claimants the nearest after the discarder wins",
    "golden_pair_first": (
        "a golden pair goes before all others, then the nearest after the discarder"
    ),
    "orphans_first": "thirteen orphans goes before any other hand",
    "double_win_first": "{seat} has a double win, which goes first",
    "winners_abort": "{count} winners on one tile are an abortive draw",
    "three_claims_draw": "three claims on one tile make the hand a draw",
    "no_redeal": "nobody deals again for that in this house",
    "table_redealt": "{cards} on the table: thrown in and dealt again",
    "no_dealt_hand": "no dealt hand is settled at once in this house",
    # Single games
    "riichi_not_ready": "riichi: the hand must be ready after the discard",
    "riichi_discards_drawn": "after riichi the tile drawn is discarded",
    "swap_calling": "swap-calling: the claimed tile, or the other end of the run, stays",
    "riichi_claims_win": "after riichi nothing is claimed but the win",
    "discard_after_claim": "after a claim one discards first",
    "riichi_kong_of_drawn": "after riichi only the tile drawn makes a kong, a concealed one",
    "riichi_kong_keeps_wait": "after riichi a kong may not change what the hand waits for",
    "four_kongs": "there are four kongs already",
    "nine_terminals_first": "nine terminals: only in one's first turn, with nothing claimed before",
    "nine_terminals_needed": "nine different terminals and honors are needed",
    "riichi_kong_of_win": "after riichi the tile drawn makes no kong if it wins",
    "limited_calls": "calls are limited: this set from at most {most} seats before",
    "riichi_north": "after riichi only the North just drawn is set aside",
    "dice_thrown": "the dice are thrown: the supplement is taken",
    "few_stacks_one_die": "with fewer than {stacks} stacks left one die is thrown",
    "one_die_few_stacks": "one die is thrown with fewer than {stacks} stacks left",
    "dice_when_ready": "only who is ready may choose the supplement by dice",
    "dice_freeze_draw": "after dice the hand is not changed any more: the tile drawn is discarded",
    "last_tile_discarded": "who draws the last tile and cannot win discards this very tile",
    "two_discards_won": "of two tiles discarded together none is claimed but for a win",
    "dice_freeze": "after dice the hand is not changed any more",
    "two_tiles_together": "two tiles by dice are won on or discarded together",
    "dice_added_drawn": "after dice only the tile drawn is added to a pung",
    "dice_kong_keeps_wait": "after dice a kong may not change what the hand waits for",
    "bottom_stage": "bottom stage: one wins with the tile drawn or does nothing",
    "bottom_no_kongs": "bottom stage: no kongs any more, with 14 tiles left or fewer",
    "won_discards_drawn": "after a win its owner discards the tile drawn",
    "won_claims_nothing": "after a win its owner claims no more sets",
    "won_added_drawn": "after a win only the tile drawn is added to a pung",
    "won_kong_keeps_wait": "after a win a concealed kong may not change what its owner waits for",
    "kong_after_claim": "no kong between a claim and its discard",
    "claimed_kind_stays": "the tile just claimed may not be discarded in kind",
    "wild_last": "a wild tile is discarded only by who holds nothing else",
    "lone_honors_first": "honors that are neither paired nor in a triplet go before suit tiles",
    "thrown_honors_first": "a lone honor of which one was discarded already goes first",
    "ready_unchanged": "ready was announced: the hand is not changed any more",
    "last_tile_taken": "who takes the last tile wins or discards it",
    "like_claimed_stays": "a tile like the one just claimed is not discarded",
    "ready_claims_win": "ready was announced: nothing is claimed but the win",
    "own_discard_unclaimed": "a tile like one's own discard is not claimed within the go-round",
    "early_ready_no_pung": "who was ready from the first discard on has no pung to add to",
    "no_kong_from_left": "no kong is made of a tile of the left-hand neighbour",
    "go_round_no_pung": "a tile that was discarded in this go-round already is not punged",
    "migi_no_kong": "after MIGI no kong is laid",
    "ready_waits": "ready is announced with a hand that waits for a tile",
    "ready_kong_keeps_wait": "ready was announced: a kong may not change what the hand waits for",
    "open_hand_waits": "only a hand that waits for a tile is laid open",
    "open_hand_unchanged": "who lies open (明楼) does not change the hand any more",
    "open_hand_self_draw": "who lies open (明楼) wins by self-draw only",
    "wind_follows": "the banker discarded a wind first: who holds such a one discards it next",
    "one_claim": "this house allows one chow or pung in a hand",
    "wild_kept": "a wild tile may not be discarded",
    "last_four_drawn": "the last four tiles are only drawn",
    "last_four_no_kongs": "with four tiles left there are no kongs",
    "gold_robbed": "the gold is robbed: the discard can only be won on",
    "gold_incomplete": "no gold completes the hand",
    "laid_captures_first": "{card} lies there: first it captures, or stays",
    "one_card_laid": "one card of the hand is laid, face up",
    "lay_first": "first a card is laid",
    "captures_flower": "{card} captures a card of its flower; where it can, it has to",
    "all_lay": "everybody lays to a trick, be it face down",
    "tiles_played": "all tiles have been played",
    "lead_up": "a lead lies face up",
    "up_is_known": "tiles that lie face up are seen",
    "as_many": "{count} were led, so everybody lays as many",
    "only_left": "everybody has only {count} left",
    "no_pile_last": "the last tile of a seat without a pile is played face down",
    "tiles_no_combination": "these tiles are no combination",
    "does_not_beat": "this does not beat {cards}",
    "trick_of_four": "a trick has four",
    "lay_or_pass": "one lays face up what beats, or passes",
    "nothing_is_pass": "who lays nothing passes",
    "leader_lays": "who leads does not pass",
    "hand_size": "a hand has {count} cards",
    "cards_no_combination": "these cards are no combination",
    "last_not_beaten": "this does not beat what was laid last",
    # Logs
    "log_cut": "the log ends before the hand does",
    "log_empty": "nothing is written here",
    # What makes an action legal
    "next_draws": "the next in turn draws from the wall",
    "unclaimed": "nobody claims the tile: the next in turn draws",
    "kong_replaced": "a kong brings a supplement",
    "flower_replaced": "a flower laid out is replaced",
    "aside_replaced": "a tile laid aside is replaced",
    "claimed_discards": "who has claimed discards",
    "chow_from_seats": "a chow comes from up to {most} seats before",
    "pung_of_discard": "two tiles of the hand and the discard make a pung",
    "kong_of_discard": "three tiles of the hand and the discard make a kong",
    "laid_aside": "such a tile is laid aside by itself for a supplement",
    "draw_wins": "the tile drawn completes the hand",
    "discard_wins": "the discard completes the hand",
    "kong_robbed": "the tile of a kong can be won on: the kong is robbed",
    "flower_robbed": "the flower brings the win",
    "hand_wins": "the hand wins as it lies",
    "win_first": "a win goes before a set",
    "pung_first": "a pung or kong goes before a chow",
    "nearest_first": "of equal claims that of the nearest after the discarder goes first",
    "all_win": "all who can win on the tile do",
    "flower_pulled": (
        "who holds the rest of a flower that lies on the table may pull all four at any time"
    ),
    "need_not_pull": "nobody has to pull a flower",
    "only_turns_stock": "who has fewer cards through a pull may lay none and only turn the stock",
    "gaji_captures": "the gaji, laid or turned, captures any card of the table",
    "four_shown": "who is dealt four cards of a flower may show them: the cards are dealt again",
    "four_kept": "nobody has to show four cards of a flower",
    "devil_takes_itself": "the devil as the last card of the stock goes to who turned it",
    "devil_may_stay": "the devil from the hand may stay on the table",
    "devil_from_stock": (
        "the devil from the stock captures any card but rain; where it can, it has to"
    ),
    "devil_captures": "the devil captures any card but rain",
    "devil_captured": "the devil on the table is captured by a card of the stock, and has to be",
    "bundle_captured": "three of a flower lie together: {card}, the fourth, captures all",
    "leads_freely": "who leads lays any combination",
    "partner_leads": "all others have passed: the partner of who laid last leads",
    "last_laid_leads": "all others have passed: who laid last leads, as his partner has finished",
    "need_not_beat": "nobody has to beat what lies there",
    "stronger_of_sort": "of the same sort and number as what lies there, and stronger",
    "bomb_beats": "a bomb beats all that is no bomb",
    "larger_bomb_beats": (
        "of two bombs the one of more cards is stronger, of as many that of the higher rank"
    ),
    "king_bomb_beats": "the bomb of all four jokers beats everything",
    "banker_leads": "the banker leads to the first trick",
    "taker_leads": "who took the trick before leads",
    "supreme_wins": "nothing beats a supreme that is led",
    "any_face_down": "who cannot beat, or does not want to, lays any tiles face down",
    "high_legs_beat": "the pair of high legs alone beats a civil supreme",
    "last_up_takes": "who laid face up last takes the trick",
}
"""Every rule's words, with what is filled in in braces."""


def as_problem(reason: Reason, code: str = "barred", where: str = "") -> Problem:
    """Return the problem that *reason* is, with its words."""
    return Problem(code, words_of(reason), where, reason)


def problem_from_json(document: Mapping[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` wrote; a rule of another version has no name."""
    rule = document.get("rule", "")
    reason = Reason(rule, document["values"]) if rule in RULES else None
    return Problem(document["code"], document["message"], document.get("where", ""), reason)


def as_error(reason: Reason, code: str, where: str) -> RecordError:
    """Return the error with which a record is refused for *reason*."""
    return RecordError([as_problem(reason, code, where)])


Fault = tuple[str, Reason | str]
"""The code of a problem and the rule that it breaks, or what is wrong with a record."""


def problem_of(fault: Fault, where: str = "") -> Problem:
    """Return the problem that *fault* is at the place *where*."""
    code, reason = fault
    if isinstance(reason, str):
        return Problem(code, reason, where)
    return as_problem(reason, code, where)


def words_of(reason: Reason) -> str:
    """Return the words of *reason*."""
    texts = {name: write_value(name, value) for name, value in reason.values.items()}
    return RULES[reason.rule].format(**texts)


def write_value(name: str, value: object) -> object:
    """Return how the *value* called *name* is written: a seat by its number, a tile by its code."""
    return f"seat {value}" if name == "seat" else encode(name, value)
