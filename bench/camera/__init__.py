"""The recogniser's speed and accuracy, on simulated tables and on licensed photographs."""
