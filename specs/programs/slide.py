"""A solver in Python, through ctypes alone; with numpy if it is there.

    python3 slide.py SPEC.lua [key=value ...]

Emits the spec's solver, compiles it as a shared object, and pushes the contact
along x from rest. BRISTLE and CC name other programs than bristle and cc.
"""
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    numpy = None


class Solver:
    """An emitted solver: reset, step and steady of <name>.c."""

    def __init__(self, spec, overrides, folder):
        sets = [word for o in overrides for word in ("--set", o)]
        bristle = os.environ.get("BRISTLE", "bristle")
        done = subprocess.run([bristle, "emit", spec, "-o", folder, *sets],
                              check=True, stdout=subprocess.PIPE, text=True)
        source = pathlib.Path(next(p for p in done.stdout.split() if p.endswith(".c")))
        figures = json.loads(source.with_suffix(".json").read_text())
        self.name = figures["name"]
        self.real = ctypes.c_float if figures["real_type"] == "float" else ctypes.c_double
        self.nstates = figures["nstates"]
        library = source.with_suffix(".so")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c99", "-O3", "-march=native",
                        "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast",
                        "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True)
        self.code = ctypes.CDLL(str(library.resolve()))
        array = ctypes.POINTER(self.real)
        self._step = self.code[self.name + "_step"]
        self._step.argtypes = [ctypes.c_void_p, array, self.real, self.real, array]
        self._reset = self.code[self.name + "_reset"]
        self._reset.argtypes, self._reset.restype = [ctypes.c_void_p], None

    def state(self):
        """A state at rest: an array of the bristles' deflections, in metres."""
        state = (self.real * self.nstates)()
        self._reset(state)
        return state

    def step(self, state, twist, fn, dt):
        """Advances the state; the wrench (fx, fy, tau)."""
        wrench = (self.real * 3)()
        status = self._step(state, (self.real * 3)(*twist), fn, dt, wrench)
        if status < 0:
            raise ValueError(f"{self.name}_step returned {status}")
        return tuple(wrench)


def main(spec, *overrides):
    with tempfile.TemporaryDirectory() as folder:
        solver = Solver(spec, overrides, folder)
        state = solver.state()
        print(f"{'t (s)':>8} {'fx (N)':>10} {'most |z| (m)':>13}")
        for k in range(1, 101):
            wrench = solver.step(state, (0.005, 0, 0), 5, 1e-4)
            if k % 10:
                continue
            # numpy sees the state in place, without a copy.
            z = numpy.ctypeslib.as_array(state) if numpy else state
            most = abs(z).max() if numpy else max(map(abs, z))
            print(f"{k * 1e-4:8.4f} {wrench[0]:10.4f} {most:13.4e}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
