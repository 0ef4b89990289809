"""How Sphinx makes the pages of this folder into a site: `make docs`."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "jantaku"
author = "the jantaku project"
version = release = installed("jantaku")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["rules/TEMPLATE.md"]
nitpicky = False

default_role = "literal"
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "jantaku 雀卓"
html_show_sphinx = False
html_show_copyright = False
