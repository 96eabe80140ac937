"""Parameters of a contact from a measurement, by scipy's least_squares.

    python3 fit.py [PICTURE.png]

The measurement is made here, with noise: the steady friction of a pad at thirty
speeds. Without spin all cells slide at one speed, so the friction is the law's own
curve, and its derivatives by the parameters are exact.
"""

import sys

import numpy as np
from scipy.optimize import least_squares

import bristle

LOAD = 8.0
TRUE = np.array([0.62, 0.95, 4e-3, 0.8])  # mu_c, mu_s, v_s, sigma2
NAMES = ("mu_c", "mu_s", "v_s", "sigma2")
speeds = np.geomspace(2e-4, 0.2, 30)


pad = bristle.jit(bristle.contact(
    name="fitted", grid=[5, 5], size=[0.02, 0.02], pressure=bristle.disc(radius=0.01),
    friction=bristle.lugre(sigma0=1e5, sigma1=100, sigma2=0.1, mu_c=0.4, mu_s=0.6, v_s=1e-2, gamma=2),
    tune={"mu_c": [0.01, 5], "mu_s": [0.01, 5], "v_s": [1e-5, 1], "sigma2": [0, 10]},
), "kernel")
s = pad.state()


def friction(parameters):
    s.tune(dict(zip(NAMES, parameters)))
    return np.array([-s.steady([v, 0, 0], LOAD)[0] for v in speeds])


def slopes(parameters):
    """d friction / d parameters: N*(mu_c + (mu_s - mu_c)*e + sigma2*v), e = exp(-(v/v_s)^2)."""
    mu_c, mu_s, v_s, _ = parameters
    e = np.exp(-((speeds / v_s) ** 2))
    return LOAD * np.stack([1 - e, e, (mu_s - mu_c) * e * 2 * speeds**2 / v_s**3, speeds], axis=1)


rng = np.random.default_rng(7)
measured = friction(TRUE) + rng.normal(0, 0.02, len(speeds))
start = np.array([0.4, 0.6, 1e-2, 0.1])
found = least_squares(lambda p: friction(p) - measured, start, jac=slopes, x_scale=TRUE,
                      bounds=([0.01, 0.01, 1e-5, 0], [5, 5, 1, 10]))
covariance = np.linalg.inv(found.jac.T @ found.jac) * 2 * found.cost / (len(speeds) - 4)
for name, value, true, error in zip(NAMES, found.x, TRUE, np.sqrt(np.diag(covariance))):
    print(f"{name:7s} {value:.5f} +- {error:.5f}, true {true:g}")
print(f"one solver, tuned {found.nfev} times and called at {len(speeds)} speeds")
assert (abs(found.x - TRUE) < 4 * np.sqrt(np.diag(covariance))).all(), "the fit is off"

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 4))
    axes.semilogx(speeds, measured, "o", ms=4, color="0.4", label="measured")
    axes.semilogx(speeds, friction(start), "--", lw=1, label="start")
    axes.semilogx(speeds, friction(found.x), label="fit")
    axes.set_xlabel("speed (m/s)")
    axes.set_ylabel("friction (N)")
    axes.legend(frameon=False)
    figure.savefig(sys.argv[1], dpi=120, bbox_inches="tight")
