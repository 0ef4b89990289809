"""The long trials that `make soak` runs; their short forms are tests beside them."""
