"""The ledger: confirmed events in a hash chain with balanced transfers; `kiosk.md` §3."""
