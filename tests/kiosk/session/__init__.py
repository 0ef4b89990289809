"""Tests of the session state machine."""
