"""Time at the table that was paid for: what is left, over restarts; nothing of a page."""

from kiosk.paid_time.account import MOST_MINUTES, Account, Entry
from kiosk.paid_time.running import SOON_S, PaidTime

__all__ = ["MOST_MINUTES", "SOON_S", "Account", "Entry", "PaidTime"]
