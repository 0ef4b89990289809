"""Reading a single photograph without calibration; the calibrated table is `vision.table`."""
