"""Stories as data, and everything that can be done to a simulated table, by name.

What the actions break is in `faults`; the tests play the stories and judge them.
"""

from __future__ import annotations

from hw_sim.scenarios.actions import ACTIONS, act
from hw_sim.scenarios.scenario import Scenario, load, names

__all__ = ["ACTIONS", "Scenario", "act", "load", "names"]
