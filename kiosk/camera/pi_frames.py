"""Gives pictures of a camera on the Pi's own cable; run by the system's Python, never imported.

Raspberry Pi OS brings `picamera2` for its own Python, built for its own NumPy, which ours is too
new for; so this is a program of its own. A line that comes in asks for a picture, and one JSON line
with its size goes out, then its bytes: rows of blue, green and red. Only what Python and the
system's package bring is used here.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def camera(wish: dict[str, Any]) -> Any:
    """Return the camera that *wish* describes, running."""
    from picamera2 import Picamera2

    device = Picamera2(wish["number"])
    main: dict[str, Any] = {"format": "RGB888"}  # its name for blue, green, red
    if wish["size"]:
        main["size"] = tuple(wish["size"])
    # without a queue a picture is one that is taken after it was asked for
    device.configure(device.create_video_configuration(main=main, queue=False))
    if wish["exposure"] is not None:
        device.set_controls({"AeEnable": False, "ExposureTime": int(wish["exposure"])})
    if wish["focus"] is not None:
        device.set_controls({"AfMode": 0, "LensPosition": wish["focus"]})
    device.start()
    return device


def main() -> None:
    """Answer every line with a picture until no more come."""
    pictures = sys.stdout.buffer
    sys.stdout = sys.stderr  # libcamera and its binding print
    device = camera(json.loads(sys.argv[1]))
    for _ in sys.stdin:
        image = device.capture_array("main")[:, :, :3]
        tall, wide = image.shape[:2]
        pictures.write(json.dumps([wide, tall]).encode() + b"\n")
        pictures.write(image.tobytes())
        pictures.flush()


if __name__ == "__main__":
    main()
