"""The kiosk: sessions, ledger, web pages, API and command line; where everything meets."""
