"""Nonsense for a board: random bytes and spoilt frames, after which it must still listen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from firmware_bridge.wire.codes import TableState
from firmware_bridge.wire.frame import BUFFER_CAP, Frame, FrameType
from firmware_bridge.wire.messages import MESSAGES
from hw_sim.faults.wire import DAMAGE
from hw_sim.simulation import Simulation
from tests.hw_sim.virtual_host import VirtualHost
from tests.soak.hands import FACES

CHUNK: Final = 1_000
TURN_S: Final = 0.01


def measure(count: int = 10_000_000, seed: int = 1) -> Mapping[str, int]:
    """Return what became of *count* bytes; raise `AssertionError` where the board was harmed.

    Half of them are noise, half are frames with a good form and any content, many spoilt.
    """
    rng = random.Random(seed)  # nonsense, repeatable
    simulation = Simulation(FACES, seed)
    fed, longest = 0, 0
    while fed < count:
        data = rng.randbytes(CHUNK) if rng.random() < 0.5 else spoilt_frames(rng)
        fed += len(data)
        simulation.device.receive(data, simulation.now + TURN_S)
        simulation.now += TURN_S
        simulation.device.frames(simulation.now)
        longest = max(longest, simulation.device.backlog())
    assert longest <= 2 * BUFFER_CAP, "memory of the board is bounded"
    simulation.device.places.check()
    _still_listens(simulation)
    noise = simulation.device.board.link.channel.deframer.noise
    return {"bytes": fed, "runs_dropped": noise.total(), "reasons": len(noise)}


def spoilt_frames(rng: random.Random) -> bytes:
    """Return about a chunk of frames with a good CRC and random fields, some of them spoilt."""
    out = b""
    while len(out) < CHUNK:
        number = rng.choice(MESSAGES).NUMBER
        body = bytes([number]) + rng.randbytes(rng.randrange(60))
        kind = rng.choice([kind for kind in FrameType if kind is not FrameType.URGENT])
        frame = Frame(
            kind, rng.choice((1, 2, 65_535)), rng.randrange(256), rng.randrange(256), 0, body
        ).to_bytes()
        spoil = DAMAGE[rng.choice(tuple(DAMAGE))]
        out += b"".join(spoil(rng, frame)) if rng.random() < 0.5 else frame
    return out


def _still_listens(simulation: Simulation) -> None:
    """Assert that a host gets its session, and that nothing but a locked job could have moved."""
    host = VirtualHost(simulation, 1)
    assert host.wait_up(10.0), "the next good frame is accepted"
    assert simulation.device.machine.state is not TableState.SAFETY, "noise is no emergency stop"
