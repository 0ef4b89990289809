"""Are dice and shuffle fair? Tests over the ledger's history, with plain words and a picture.

Each test looks only when a number of throws (or hands) fixed beforehand is full, and the limit
is shared out over all looks and tests: so one may look every evening and a fair table is still
suspected once in a thousand histories at most (`protocol.md` §6.10).
"""
