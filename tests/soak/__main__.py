"""`make soak`: every trial at its full length."""

import sys

from tests.soak.trials import main

sys.exit(main(sys.argv[1:]))
