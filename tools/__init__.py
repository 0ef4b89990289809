"""What builds, checks and measures the project; no part of the product."""
