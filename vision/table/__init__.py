"""Reading the table below a calibrated camera: hands, sets, indicators, dice and cards."""

from vision.table.cards import CardReading, field, read_cards
from vision.table.pipeline import TableWatcher, read_table

__all__ = [
    "CardReading",
    "TableWatcher",
    "field",
    "read_cards",
    "read_table",
]
