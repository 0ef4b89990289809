"""From a picture to tiles with codes; what they are on a table or in a row is decided elsewhere."""

from vision.recognise.classifier import Face, classify
from vision.recognise.crops import cut
from vision.recognise.decode import WHOLE_SET
from vision.recognise.detector import Spot, detect_cards
from vision.recognise.enrolled import (
    KITS,
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
    "Face",
    "Spot",
    "are_tiles",
    "classify",
    "cut",
    "detect_cards",
    "enrol",
    "kit",
    "merge_sets",
]
