"""Pictures drawn as SVG: tiles, charts, the table from above, the place of a fault."""
