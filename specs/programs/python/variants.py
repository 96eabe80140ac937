"""Fifty variants of one spec, and a picture of their steady pull.

    python3 variants.py [PICTURE.png]

Each variant has another radius of the pad. The solvers are compiled in this
process: fifty take well under a second.
"""

import pathlib
import sys
import time

import numpy as np

import bristle

spec = pathlib.Path(__file__).parents[2] / "contact" / "finger_pad.lua"
radii = np.linspace(0.004, 0.02, 50)
speeds = np.geomspace(1e-4, 0.1, 60)
twists = np.stack([speeds, 0 * speeds, 1 * np.ones_like(speeds)], axis=1)

start = time.perf_counter()
curves = []
for radius in radii:
    pad = bristle.jit(spec, "kernel", set={"radius": radius})
    curves.append([pad.steady(twist, 5.0)[0] for twist in twists])
curves = np.array(curves)
print(f"{len(radii)} variants in {time.perf_counter() - start:.2f} s")
for k in (0, 24, 49):
    print(f"radius {1e3 * radii[k]:4.1f} mm: {curves[k, 0]:7.3f} N at {speeds[0]:g} m/s, "
          f"{curves[k, -1]:7.3f} N at {speeds[-1]:g} m/s")

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 4))
    colours = plt.cm.viridis(np.linspace(0, 0.9, len(radii)))
    for curve, colour in zip(curves, colours):
        axes.semilogx(speeds, -curve, color=colour, lw=1)
    scale = plt.cm.ScalarMappable(plt.Normalize(1e3 * radii[0], 1e3 * radii[-1]), "viridis")
    figure.colorbar(scale, ax=axes, label="radius (mm)")
    axes.set_xlabel("speed along x (m/s), while turning at 1 rad/s")
    axes.set_ylabel("friction against it (N), at 5 N")
    axes.set_title("A larger pad pulls less while it turns")
    figure.savefig(sys.argv[1], dpi=120, bbox_inches="tight")
