"""What goes wrong at a table and on its wire, by name; when it happens is told by `scenarios`."""
