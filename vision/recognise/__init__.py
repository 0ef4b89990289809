"""From a picture to tiles with codes; what they are on a table or in a row is decided elsewhere."""

from vision.recognise.crops import cut
from vision.recognise.detector import Spot, detect_cards
from vision.recognise.enrolment import (
    KITS,
    WHOLE_SET,
    EnrolledSet,
    EnrolmentError,
    are_tiles,
    enrol,
    kit,
    merge_sets,
)

__all__ = [
    "KITS",
    "WHOLE_SET",
    "EnrolledSet",
    "EnrolmentError",
    "Spot",
    "are_tiles",
    "cut",
    "detect_cards",
    "enrol",
    "kit",
    "merge_sets",
]
