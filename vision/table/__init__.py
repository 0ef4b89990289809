"""Reading the table below a calibrated camera: hands, sets, indicators, dice and cards."""

from vision.table.cards import CardReading, field, read_cards
from vision.table.grouping import compact, compact_hand, meld_part, record_part
from vision.table.pipeline import TableWatcher, read_table

__all__ = [
    "CardReading",
    "TableWatcher",
    "compact",
    "compact_hand",
    "field",
    "meld_part",
    "read_cards",
    "read_table",
    "record_part",
]
