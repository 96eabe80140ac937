"""bristle: a compiler for friction.

    import bristle
    pad = bristle.jit("finger_pad.lua", set={"mu_c": 0.6})
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
import weakref as _weakref
from array import array as _plain_array

from . import _core
from . import spec as _spec
from ._core import Batch, Error, Function, Solver, State, StatusError
from .spec import SpecError

__version__ = _core.version
__all__ = [
    "Batch", "Error", "Function", "Model", "Recording", "Report", "Solver", "SpecError",
    "State", "StatusError", "check", "emit", "jit", "open", "rhs", "show", "sim", "text", "verify",
]


# ---- arrays: numpy's where it is installed --------------------------------------------

try:
    from numpy import empty as _new_array
except ImportError:

    def _new_array(shape, type="d"):
        count = 1
        for size in shape:
            count *= size
        plain = memoryview(_plain_array(type, bytes(count * _plain_array(type).itemsize)))
        return plain if len(shape) < 2 else plain.cast("B").cast(type, shape)


_core.set_maker(_new_array)


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

    def jit(self, backend="auto"):
        """Compiles the solver in this process."""
        solver = self._core.jit(backend)
        solver._set_origin((*self._where, backend, solver.spec_hash))
        return solver

    def sim(self, backend=None, each=None):
        """Runs the spec's scenario. each(row) sees each row; True ends the run."""
        return Recording(self._core.sim(backend, each))

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


check, verify, show, emit, jit, sim = (
    _verb(name) for name in ("check", "verify", "show", "emit", "jit", "sim")
)


# ---- pickle -----------------------------------------------------------------------------

_solvers = _weakref.WeakValueDictionary()


def _solver(origin):
    """Opens a pickled solver again, once for all its states."""
    key = (*origin[:2], tuple(origin[2]), *origin[3:])
    solver = _solvers.get(key)
    if solver is None:
        name, source, overrides, backend, spec_hash = origin
        solver = _core.open(name, source, overrides).jit(backend)
        if solver.spec_hash != spec_hash:
            raise Error(f"{name} has changed since the solver was pickled")
        solver._set_origin(origin)
        _solvers[key] = solver
    return solver


def _state(solver, type, numbers):
    state = getattr(solver, type)()
    state._restore(numbers)
    return state


# ---- for scipy ----------------------------------------------------------------------------


def rhs(solver, inputs):
    """Returns f(t, z) for scipy's solve_ivp: how the state of a solver changes.

    inputs(t) returns the other inputs of the solver's `rate`, as a tuple: for a
    contact twist and fn. f.jac(t, z) is the exact derivative by z, a sparse matrix.
    """
    state = solver.state()
    rate, jac = state.rate, getattr(state, "rate_jac", None)
    n = solver.nstates
    if rate.outputs[0][2] != (n,):
        raise Error(f"the rate of a {solver.kind} is not that of its state alone")

    def f(t, z):
        return state.set(z).rate(*inputs(t))[0]

    def derivative(t, z):
        state.set(z)
        return _sparse(jac(*inputs(t))[0], n)

    is_known = jac and jac.outputs[0][2] in ((n, n), (2 * n,))
    f.jac = derivative if is_known else None
    return f


def _sparse(blocks, n):
    """A matrix n x n, or 2 x 2 blocks cell by cell, of all x and then all y."""
    from numpy import arange, reshape, stack
    from scipy.sparse import csc_matrix

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
