"""What Python adds to a step: single calls, calls with bound arrays, many steps a call.

    python3 overhead.py [SPEC.lua]

The same steps are timed in C, in this process and in turns with the others: the
emitted file in a loop. Best of many slices of processor time.
"""

import ctypes
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import bristle

STEPS, SLICES = 2000, 300
spec = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "contact" / "gradient_line.lua"
FLAGS = "-O3 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=fast -fPIC -shared".split()
LOOP = """#include "{0}.h"
void loop(int n, {0}_state *s, const double *twist, double fn, double dt, double *wrench)
{{
  for (int i = 0; i < n; i++) {0}_step(s, twist, fn, dt, wrench);
}}
"""

solver = bristle.jit(spec, "cc")
twist, wrench = np.array([0.01, 0.002, 0.1]), np.empty(3)
twists, wrenches = np.tile(twist, (STEPS, 1)), np.empty((STEPS, 3))
s = solver.state()
f, step, many = s.bind(twist, wrench), s.step, s.step_many

with tempfile.TemporaryDirectory() as folder:
    bristle.emit(spec, folder)
    pathlib.Path(folder, "loop.c").write_text(LOOP.format(solver.name))
    subprocess.run(["cc", *FLAGS, "-o", "loop.so", "loop.c", solver.name + ".c", "-lm"], check=True, cwd=folder)
    loop = ctypes.CDLL(folder + "/loop.so").loop
numbers = ctypes.POINTER(ctypes.c_double)
loop.argtypes = [ctypes.c_int, ctypes.c_void_p, numbers, ctypes.c_double, ctypes.c_double, numbers]
room = np.zeros(solver.nstates + 16)
start = (room.ctypes.data + 63) // 64 * 64


def in_c():
    loop(STEPS, start, twist.ctypes.data_as(numbers), 5.0, 1e-3, wrench.ctypes.data_as(numbers))


def bound():
    for _ in range(STEPS):
        f(5.0, 1e-3)


def unbound():
    for _ in range(STEPS):
        step(twist, 5.0, 1e-3, out=wrench)


def new_array():
    for _ in range(STEPS):
        step(twist, 5.0, 1e-3)


def nothing():
    for _ in range(STEPS):
        pass


ways = {
    "C": in_c, "Python, bound": bound, "Python, out=": unbound, "Python, new array": new_array,
    "Python, many a call": lambda: many(twists, 5.0, 1e-3, out=wrenches), "an empty loop": nothing,
}
best = dict.fromkeys(ways, float("inf"))
for _ in range(SLICES):
    for name, run in ways.items():
        begin = time.thread_time_ns()
        run()
        best[name] = min(best[name], (time.thread_time_ns() - begin) / STEPS)
for name, ns in best.items():
    print(f"{name:20s} {ns:7.1f} ns a step, {ns - best['C']:7.1f} beyond C")
