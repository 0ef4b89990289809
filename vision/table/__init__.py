"""Reading the table below a calibrated camera: hands, sets, indicators, dice and cards."""

from vision.table.cards import CardReading, field, read_cards
from vision.table.grouping import compact, meld_part, record_part, shown_hand
from vision.table.pipeline import TableWatcher, read_table

__all__ = [
    "CardReading",
    "TableWatcher",
    "compact",
    "field",
    "meld_part",
    "read_cards",
    "read_table",
    "record_part",
    "shown_hand",
]
