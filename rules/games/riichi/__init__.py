"""Riichi (リーチ麻雀) and what was made of it: a house rule, riichi for five, for one to nine."""
