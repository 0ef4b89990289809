"""Reading the table below a calibrated camera: hands, sets, indicators, dice and cards."""
