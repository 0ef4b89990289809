"""Logs of riichi in other programs' forms: mjai, and tenhou.net/6, which is told as mjai."""
