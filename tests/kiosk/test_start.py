"""What a kiosk has to load before it can answer."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "cv2",
    "numpy",
    "onnxruntime",
    "psycopg",
    "serial",
    "usb",
    "hw_sim",
    "firmware_bridge.client",
)


def test_a_kiosk_without_camera_machine_and_parlour_starts_without_their_libraries() -> None:
    code = f"import sys, kiosk.commands.serve; print([m for m in {HEAVY} if m in sys.modules])"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"


def test_what_is_loaded_later_is_there_when_it_is_asked_for() -> None:
    code = "import vision, firmware_bridge as f; print(vision.read_photo.__name__, f.open_table)"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.startswith("read_photo <function open_table")
