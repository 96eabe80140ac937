"""bristle: a compiler for friction.

    import bristle
    pad = bristle.jit("finger_pad.lua", set={"mu": 0.6})
    s = pad.state()
    wrench = s.step([0.01, 0, 0], 5.0, 1e-3)   # twist, fn, dt

A spec is the path of a file, bristle.text(source), or a table of words:

    spec = bristle.contact(
        name="pad", grid=[21, 21], size=[0.02, 0.02],
        pressure=bristle.disc(radius=0.01),
        friction=bristle.lugre(sigma0=1e6, sigma1=8e2, mu_c=1.0, mu_s=1.2, v_s=1e-3))

`set` overrides keys of the spec and values that it declares by `param`. What
bristle refuses raises bristle.Error with the file and the line; a call of a
solver that fails raises bristle.StatusError and leaves the state as it was.
"""

import json as _json
import os as _os
import tempfile as _tempfile
import weakref as _weakref
from builtins import open as _open
from array import array as _plain_array

from . import _core
from . import spec as _spec
from ._core import Batch, Error, Function, Solver, State, StatusError
from .spec import SpecError

__version__ = _core.version
__all__ = [
    "Batch", "Error", "Function", "Model", "Recording", "Report", "Solver", "SpecError",
    "State", "StatusError", "check", "emit", "fit", "help", "jit", "open", "rhs", "show", "sim",
    "sweep", "text", "verify",
]


# ---- arrays: numpy's where it is installed --------------------------------------------

try:
    from numpy import asarray as _view, empty as _new_array
except ImportError:
    _view = memoryview

    def _new_array(shape, type="d"):
        count = 1
        for size in shape:
            count *= size
        plain = memoryview(_plain_array(type, bytes(count * _plain_array(type).itemsize)))
        return plain if len(shape) < 2 else plain.cast("B").cast(type, shape)


_core.set_makers(_new_array, _view)


# ---- results --------------------------------------------------------------------------


class Report(dict):
    """What check or verify found, as a dictionary. True if all is well."""

    def __init__(self, figures, holds):
        super().__init__(figures)
        self.holds = holds

    def __bool__(self):
        return self.holds


class Recording(dict):
    """The columns of a simulation by name. len(r["t"]) is the number of rows."""

    def __init__(self, columns):
        super().__init__((name, values) for name, _, values in columns)
        self.units = {name: unit for name, unit, _ in columns}

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the recording has no column {name}") from None


# ---- specs and models ------------------------------------------------------------------


class _Source:
    def __init__(self, source, name):
        self.source, self.name = source, name


def text(source, name="text"):
    """Makes a spec from its source; messages show `name` in place of a path."""
    return _Source(str(source), str(name))


def _axes(axes, has_count):
    """{"mu": (0.2, 1.2, 50)} or {"mu": [0.2, 0.5]} as the texts of the verb."""
    texts = []
    for name, axis in (axes or {}).items():
        if isinstance(axis, str):
            texts.append(f"{name}={axis}")
        elif isinstance(axis, tuple) and has_count is (len(axis) > 2 and axis[2] != "log"):
            texts.append(f"{name}=" + ":".join(map(str, axis)))
        elif has_count and not isinstance(axis, tuple):
            texts.append(f"{name}=" + ",".join(repr(float(value)) for value in axis))
        else:
            wanted = "(low, high, count) or a list of values" if has_count else "(low, high)"
            raise SpecError(f"{name} must be {wanted}, got {axis!r}")
    return texts


def _read_rows(path):
    """The columns of a sweep's file: numbers as arrays, the status as a list of texts."""
    import csv

    with _open(path, newline="") as file:
        head, *rows = csv.reader(file)
    columns = []
    for i, name in enumerate(head):
        if name == "status":
            columns.append((name, "", [row[i] for row in rows]))
            continue
        values = _new_array((len(rows),))
        for k, row in enumerate(rows):
            values[k] = float(row[i]) if i < len(row) and row[i] else float("nan")
        columns.append((name, "", values))
    return Recording(columns)


def _origin(spec, set):
    """(name, text or None, overrides): what the core needs to open a spec."""
    overrides = _spec.overrides_of(set)
    if isinstance(spec, _spec.Table):
        source, file = _spec.text_of(spec)
        return file, source, overrides
    if isinstance(spec, _Source):
        return spec.name, spec.source, overrides
    if isinstance(spec, (str, _os.PathLike)):
        return _os.fspath(spec), None, overrides
    raise SpecError(
        "a spec is a file's path, bristle.text(source), or a table made by a word, as "
        f"bristle.contact(...); got a {type(spec).__name__}"
    )


class Model:
    """A spec that has been read and checked; its methods are those of the module."""

    def __init__(self, spec, set=None):
        self._where = _origin(spec, set)
        self._core = _core.open(*self._where)
        self.name = self._core.name()

    def check(self):
        """Returns the derived figures and the physics lint."""
        figures, holds = self._core.check()
        return Report(_json.loads(figures), holds)

    def verify(self, backend=None):
        """Compares the solver with the reference. Returns the report."""
        figures, holds = self._core.verify(backend)
        return Report(_json.loads(figures), holds)

    def show(self, letters):
        """Returns products of the pipeline as text: "s", "m", "y", "g", "p", "e"."""
        return self._core.show(letters)

    def emit(self, folder, descriptor=False, example=False):
        """Writes the C files into the folder. Returns their paths."""
        return self._core.emit(_os.fspath(folder), descriptor, example).splitlines()

    @property
    def tunables(self):
        """{name: (low, high, value, unit)} of the spec's tune."""
        return {name: (low, high, value, unit)
                for name, unit, low, high, value in self._core.tunables()}

    def jit(self, backend="auto", tune=None):
        """Compiles the solver in this process. Its states start with the values of `tune`."""
        solver = self._core.jit(backend)
        solver._tune(tune or {})
        given = tuple(sorted((tune or {}).items()))
        solver._set_origin((*self._where, backend, solver.spec_hash, given))
        return solver

    def sim(self, backend=None, each=None, tune=None):
        """Runs the spec's scenario. each(row) sees each row; True ends the run.

        tune={"mu": 0.5} sets numbers of the spec's tune for this run."""
        names = self.tunables
        for name, value in {**{n: box[2] for n, box in names.items()}, **(tune or {})}.items():
            self._core.tune(name, value)
        return Recording(self._core.sim(backend, each))

    def sweep(self, vary=None, *, sample=0, seed=0, range=None, measure=None, out=None, jobs=0,
              backend=None):
        """Runs the scenario for many sets of parameters, on all cores. Returns the columns.

        vary={"mu": (0.2, 1.2, 50), "v_s": (1e-4, 1e-2, 20, "log"), "mass": [1, 2, 5]} takes all
        combinations; sample=N points of a Sobol sequence over `range`, {"mu": (0.2, 1.2)}, or
        over the box of the spec's tune. `measure` is a Lua file. With `out`, the CSV file stays,
        and the same call goes on where it was ended."""
        with _tempfile.TemporaryDirectory() as folder:
            path = _os.fspath(out) if out is not None else _os.path.join(folder, "rows.csv")
            self._core.sweep(path, _axes(vary, True), _axes(range, False), sample, seed, jobs,
                             _os.fspath(measure) if measure is not None else None, backend)
            return _read_rows(path)

    def fit(self, logs, names, *, columns=(), use=None, hold=None, given=None, weights=None,
            backend=None, out=None, plot=None):
        """Finds numbers of the spec from measured logs, CSV files. Returns the report.

        names=["F_c", "sigma0"] are numbers of the spec. The other arguments are the options of
        the verb: columns=["drive=duty*supply"], hold="4,5", given="drive", weights="equal",
        out="fit.lua" for the spec with the values in it, plot="fit.svg"."""
        paths = [logs] if isinstance(logs, (str, _os.PathLike)) else logs
        wanted = names if isinstance(names, str) else ",".join(names)
        text = self._core.fit([_os.fspath(path) for path in paths], wanted, list(columns), use, hold,
                              given, weights, backend, None if out is None else _os.fspath(out),
                              None if plot is None else _os.fspath(plot))
        return _json.loads(text)

    def close(self):
        """Frees the model. Its solvers stay."""
        self._core.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"<model {self.name}>"


def _opened(spec, set):
    if not isinstance(spec, Model):
        return Model(spec, set)
    if set:
        raise TypeError("set goes with a spec that is opened, not with a model")
    return spec


def open(spec, set=None):
    """Reads and checks a spec. Returns a Model, for several calls."""
    return Model(spec, set)


def _verb(name):
    method = getattr(Model, name)

    def verb(spec, *args, set=None, **options):
        return method(_opened(spec, set), *args, **options)

    verb.__name__ = verb.__qualname__ = name
    verb.__doc__ = f"{name}(spec, ..., set=None): Model.{name} of this spec.\n\n{method.__doc__}"
    return verb


# ORDER VERBS of the module: each is a method of Model.
_verbs = ("check", "verify", "show", "emit", "jit", "sim", "sweep", "fit")
check, verify, show, emit, jit, sim, sweep, fit = map(_verb, _verbs)


class _Help(str):
    def __repr__(self):
        return str(self)


def help(word=None):
    """Returns what a word or a key of the spec language means, or the whole reference."""
    with _open(_os.path.join(_os.path.dirname(__file__), "help.txt"), encoding="utf-8") as file:
        text = file.read()
    if word is None:
        return _Help(text)
    sections, lines = [], text.splitlines()
    for i, line in enumerate(lines):
        name = line.strip().split(" ")[0].rstrip(":,")
        is_section = line[:1].strip() and ":" in line
        if name != word or not (is_section or line.startswith("  ") and line[2:3].strip()):
            continue
        end = i + 1
        while end < len(lines) and (lines[end].startswith("   ") or is_section and (
                not lines[end].strip() or lines[end].startswith(" "))):
            end += 1
        sections.append("\n".join(lines[i:end]).rstrip())
    if not sections:
        raise KeyError(f"no word or key of the spec language is called {word}")
    return _Help("\n\n".join(sections))


# ---- pickle -----------------------------------------------------------------------------

_solvers = _weakref.WeakValueDictionary()


def _solver(origin):
    """Opens a pickled solver again, once for all its states."""
    key = (*origin[:2], tuple(origin[2]), *origin[3:])
    solver = _solvers.get(key)
    if solver is None:
        name, source, overrides, backend, spec_hash, tune = origin
        solver = _core.open(name, source, overrides).jit(backend)
        solver._tune(dict(tune))
        if solver.spec_hash != spec_hash:
            raise Error(f"{name} has changed since the solver was pickled")
        solver._set_origin(origin)
        _solvers[key] = solver
    return solver


def _state(solver, type, numbers, tuning):
    state = getattr(solver, type)()
    state._restore(numbers)
    return state.tune(tuning)


# ---- for scipy ----------------------------------------------------------------------------


def rhs(solver, inputs):
    """Returns f(t, z) for scipy's solve_ivp: how the state of a solver changes.

    inputs(t) returns the other inputs of the solver's `rate`, as a tuple: for a
    contact twist and fn. f.jac(t, z) is the exact derivative by z, a sparse matrix.
    """
    state = solver.state() if hasattr(solver, "state") else None
    if not hasattr(state, "rate"):
        raise Error(f"a {solver.kind} has no rate of its state: it is stepped alone")
    rate, n = state.rate, solver.nstates
    jac = getattr(state, "rate_jac", None) or getattr(state, "jac", None)
    shape = rate.outputs[0][2]
    if shape != (n,) and not (n == 1 and shape == ()):
        raise Error(f"the rate of a {solver.kind} is not that of its state alone")
    is_single = len(rate.outputs) == 1

    def f(t, z):
        result = state.set(z).rate(*inputs(t))
        return result if is_single else result[0]

    def derivative(t, z):
        result = state.set(z) and jac(*inputs(t))
        return _sparse(result if len(jac.outputs) == 1 else result[0], n)

    is_known = jac and (n == 1 or jac.outputs[0][2] in ((n, n), (2 * n,)))
    f.jac = derivative if is_known else None
    return f


def _sparse(blocks, n):
    """A matrix n x n, or 2 x 2 blocks cell by cell, of all x and then all y. Of a single state the
    first number is the derivative by that."""
    from numpy import arange, asarray, reshape, stack
    from scipy.sparse import csc_matrix

    if n == 1:
        return csc_matrix(asarray(blocks).reshape(-1)[:1].reshape(1, 1))
    if blocks.ndim == 2:
        return csc_matrix(blocks)
    cell = arange(n // 2)
    x, y = cell, cell + n // 2
    rows, columns = stack([x, x, y, y], 1), stack([x, y, x, y], 1)
    values = reshape(blocks, (-1, 4))
    return csc_matrix((values.ravel(), (rows.ravel(), columns.ravel())), (n, n))


# ---- words of the spec language, found at their first use -------------------------------


def __getattr__(name):
    if name in _spec.functions:
        return _spec.functions[name]
    if not name.startswith("_") and name in _core.words():
        globals()[name] = made = _spec.word(name)
        return made
    raise AttributeError(f"bristle has no {name}")


def __dir__():
    return sorted({*globals(), *_core.words(), *_spec.functions})
