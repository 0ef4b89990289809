"""Weights of the recogniser; see `docs/model-card.md`."""
