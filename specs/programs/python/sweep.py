"""A sweep over two parameters of a scenario, on all cores.

    python3 sweep.py [PICTURE.png]

Runs the slip and stick of an object in a grip for many coefficients of friction and
masses; a simulation lets other threads of Python run meanwhile.
"""

import os
import pathlib
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import bristle

spec = pathlib.Path(__file__).parents[2] / "tutorial" / "grip.lua"
coefficients = np.linspace(0.5, 1.1, 9)
masses = np.linspace(0.10, 0.25, 8)
# Numbers that change at run time: a model is compiled once.
tune = {"mu_c": [0.3, 1.5], "mu_s": [0.3, 1.5], "body.mass": [0.05, 0.5], "body.inertia": [1e-4, 2e-3]}
mine = threading.local()


def turned(case):
    mu, mass = case
    if not hasattr(mine, "model"):
        mine.model = bristle.open(spec, set={"model": "compressed", "tune": tune})
    run = mine.model.sim("kernel", tune={
        "mu_c": mu, "mu_s": 1.2 * mu, "body.mass": mass, "body.inertia": mass / 12 * (0.15**2 + 0.08**2)})
    return run["theta"][-1]


start = time.perf_counter()
cases = [(mu, mass) for mu in coefficients for mass in masses]
with ThreadPoolExecutor(os.cpu_count()) as pool:
    angles = np.array(list(pool.map(turned, cases))).reshape(len(coefficients), len(masses))
print(f"{len(cases)} runs in {time.perf_counter() - start:.1f} s")
print(f"the object turns by {np.degrees(abs(angles).min()):.2f} to "
      f"{np.degrees(abs(angles).max()):.2f} degrees")

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    drawn = axes.contourf(1e3 * masses, coefficients, np.degrees(abs(angles)), 20)
    figure.colorbar(drawn, label="turned by (degrees)")
    axes.set_xlabel("mass of the object (g)")
    axes.set_ylabel("friction coefficient mu_c")
    figure.savefig(sys.argv[1], dpi=120, bbox_inches="tight")
