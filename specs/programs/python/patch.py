"""A patch of bristles inside scipy's own integrator.

    python3 patch.py [PICTURE.png]

A sled of 1 kg on a pad is pulled by a spring whose other end moves at 2 mm/s: it
sticks and slips. The state of the whole system is the sled's position and speed
and all bristles; the pad's symbolic Jacobian makes the integrator's matrix.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.sparse import bmat, csc_matrix

import bristle

MASS, SPRING, SPEED, LOAD = 1.0, 800.0, 2e-3, 9.81

pad = bristle.jit(bristle.contact(
    name="sled", grid=[5, 5], size=[0.02, 0.02],
    pressure=bristle.disc(radius=0.01, profile=bristle.hertz),
    friction=bristle.lugre(sigma0=2e4, sigma1=300, sigma2=0.4, mu_c=0.3, mu_s=0.45, v_s=5e-3, v_d=1e-2),
))
s = pad.state()


def rate(t, y):
    x, v, z = y[0], y[1], y[2:]
    dz, wrench = s.set(z).rate([v, 0, 0], LOAD)
    pull = SPRING * (SPEED * t - x)
    return np.concatenate([[v, (pull + wrench[0]) / MASS], dz])


twist = np.zeros(3)
bristles = bristle.rhs(pad, lambda t: (twist, LOAD))


def jacobian(t, y):
    """d rate / d y, in blocks: the sled (x, v) and the bristles z."""
    z, n = y[2:], pad.nstates
    twist[0] = y[1]
    _, dz_dtwist, dw_dz, dw_dtwist = s.set(z).rate_jac(twist, LOAD)
    # Blocks of each cell: 2 x 3 of dz_dtwist, 3 x 2 of dw_dz; z has all x, then all y.
    by_v = dz_dtwist.reshape(-1, 2, 3)[:, :, 0].T.reshape(n, 1)
    force_by_z = dw_dz.reshape(-1, 3, 2)[:, 0, :].T.reshape(1, n)
    sled = np.array([[0, 1], [-SPRING / MASS, dw_dtwist[0, 0] / MASS]])
    return bmat([
        [csc_matrix(sled), csc_matrix(np.vstack([np.zeros((1, n)), force_by_z / MASS]))],
        [csc_matrix(np.hstack([np.zeros((n, 1)), by_v])), bristles.jac(t, z)],
    ], format="csc")


run = solve_ivp(rate, (0, 6), np.zeros(2 + pad.nstates), method="BDF", jac=jacobian,
                rtol=1e-6, atol=1e-10, max_step=0.02)
x, v = run.y[:2]
pull = SPRING * (SPEED * run.t - x)
slips = np.sum((v[1:] > 0.5 * SPEED) & (v[:-1] <= 0.5 * SPEED))
print(f"{run.message}")
print(f"{pad.nstates} bristle states, {len(run.t)} steps, {run.nfev} rates, {run.njev} Jacobians")
print(f"the sled slips {slips} times; the spring pulls with {pull.max():.3f} N at most, "
      f"mu_s*N is {0.45 * LOAD:.3f} N")

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(6.4, 4.8))
    above.plot(run.t, 1e3 * x, label="sled")
    above.plot(run.t, 1e3 * SPEED * run.t, "--", color="0.5", label="end of the spring")
    above.set_ylabel("position (mm)")
    above.legend(frameon=False)
    below.plot(run.t, pull)
    below.axhline(0.45 * LOAD, ls=":", color="0.5")
    below.axhline(0.3 * LOAD, ls=":", color="0.5")
    below.text(0.05, 0.45 * LOAD + 0.08, "static", color="0.4")
    below.text(0.05, 0.3 * LOAD + 0.08, "kinetic", color="0.4")
    below.set_ylim(0, 5.2)
    below.set_xlabel("time (s)")
    below.set_ylabel("pull of the spring (N)")
    figure.savefig(sys.argv[1], dpi=120, bbox_inches="tight")
