"""Time at the table that was paid for: what is left, over restarts; nothing of a page."""

from kiosk.paid_time.account import MINUTE_MS, MOST_MINUTES, Account, Entry
from kiosk.paid_time.running import SOON_S, PaidTime

__all__ = ["MINUTE_MS", "MOST_MINUTES", "SOON_S", "Account", "Entry", "PaidTime"]
