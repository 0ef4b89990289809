"""Drawings written as SVG: the same data that the simulated camera paints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hw_sim.camera.art.drawing import Copy, Drawing, Mark, Oval, bends, is_bent
from vision.geometry import Point


def symbol(name: str, size: tuple[float, float], body: str) -> str:
    """Return the symbol *name* of *body* on a sheet of *size*."""
    return f'<symbol id="{name}" viewBox="0 0 {size[0]:g} {size[1]:g}">{body}</symbol>'


def sheet(symbols: Iterable[str], motifs: Mapping[str, Drawing]) -> str:
    """Return the SVG file of *symbols* that copy *motifs*."""
    parts = "".join(f'<g id="{name}">{svg(drawing)}</g>' for name, drawing in motifs.items())
    definitions = f"<defs>{parts}</defs>" if parts else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{definitions}{"".join(symbols)}</svg>\n'


def svg(drawing: Drawing) -> str:
    """Return the elements of *drawing*."""
    return "".join(_element(mark) for mark in drawing)


def _element(mark: Mark | Oval | Copy) -> str:
    if isinstance(mark, Copy):
        return f'<use href="#{mark.motif}" transform="{_transform(mark)}"/>'
    ink = (
        f'fill="none" stroke="{mark.color}" stroke-width="{mark.width:g}" stroke-linecap="round"'
        if mark.width
        else f'fill="{mark.color}"'
    )
    if isinstance(mark, Oval):
        return _oval(mark, ink)
    return f'<path d="{_path(mark)}" {ink}/>'


def _transform(copy: Copy) -> str:
    parts = [f"translate({_pair(copy.at)})"]
    if copy.degrees:
        parts.append(f"rotate({copy.degrees:g})")
    if copy.scale != (1.0, 1.0):
        parts.append(f"scale({_pair(copy.scale)})")
    return "".join(parts)


def _oval(oval: Oval, ink: str) -> str:
    (x, y), (wide, tall) = oval.center, oval.radii
    turn = f' transform="rotate({oval.degrees:g} {_pair(oval.center)})"' if oval.degrees else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{tall:g}" {ink}{turn}/>'


def _path(mark: Mark) -> str:
    if not is_bent(mark):
        return "M" + "L".join(_pair(point) for point in mark.points)
    start, parts = bends(mark.points, is_closed=not mark.width)
    return f"M{_pair(start)}" + "".join(f"Q{_pair(by)} {_pair(to)}" for by, to in parts)


def _pair(point: Point) -> str:
    return " ".join(f"{round(one, 1):g}" for one in point)
