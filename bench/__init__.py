"""What `make bench` measures, a module for each part; what only passes or fails is a test."""
