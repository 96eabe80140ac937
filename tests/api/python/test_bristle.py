"""Claims about the Python package. tests/api/python.c runs them by pytest."""

import array
import copy
import gc
import os
import pickle
import re
import threading

import numpy as np
import pytest

import bristle

PAD = "specs/contact/finger_pad.lua"
FEW = "specs/contact/few_bristles.lua"


def pad_in_python(**changes):
    given = dict(
        name="pad", grid=[5, 5], size=[0.02, 0.02],
        pressure=bristle.disc(radius=0.01),
        friction=bristle.lugre(sigma0=1e4, sigma1=80, mu_c=1.0, mu_s=1.2, v_s=1e-3),
    )
    given.update(changes)
    return bristle.contact(**given)


@pytest.fixture(scope="module")
def pad():
    return bristle.jit(PAD, "tcc")


# ---- calls ------------------------------------------------------------------------


def test_lists_tuples_arrays_and_names_give_the_same_bits(pad):
    results = []
    twist = [0.01, -0.002, 0.3]
    for given in (
        twist, tuple(twist), np.array(twist), array.array("d", twist),
        np.array([twist, twist]).T[:, 0], memoryview(array.array("d", twist)),
    ):
        s = pad.state()
        results.append(s.step(given, 5, 1e-4))
        s.reset()
        results.append(s.step(fn=np.float64(5), dt=1e-4, twist=given))
    assert all((r == results[0]).all() for r in results)
    assert results[0][0] < 0


def test_many_calls_are_the_calls_one_by_one(pad):
    rng = np.random.default_rng(1)
    twists, loads = rng.normal(0, 0.01, (50, 3)), rng.uniform(1, 9, 50)
    one, many = pad.state(), pad.state()
    rows = np.array([one.step(v, fn, 1e-3) for v, fn in zip(twists, loads)])
    assert (many.step_many(twists, loads, 1e-3) == rows).all()
    assert (many.get() == one.get()).all()
    out = np.empty((50, 3))
    assert many.reset().step_many(twists, loads, 1e-3, out=out) is out
    assert (out == rows).all()
    same = many.reset().step_many(twists[0], 5.0, 1e-3, n=4)
    assert same.shape == (4, 3)


def test_bound_arrays_are_read_and_written_in_place(pad):
    twist, wrench = np.array([0.01, 0, 0]), np.empty(3)
    s, other = pad.state(), pad.state()
    f = s.bind(twist, wrench)
    for vx in (0.01, -0.02):
        twist[0] = vx
        assert f(5.0, 1e-3) == 0
        assert (wrench == other.step(twist, 5.0, 1e-3)).all()
    with pytest.raises(TypeError, match="takes 2 numbers, got 1"):
        f(5.0)
    with pytest.raises(TypeError, match="needs an array for twist"):
        s.step.bind(wrench=wrench)


def test_a_step_is_the_one_of_the_lua_and_c_interfaces(tmp_path):
    """The numbers are those that `bristle run` prints with 17 digits."""
    import os
    import subprocess

    script = tmp_path / "one.lua"
    script.write_text(
        'local s = require "bristle".jit(arg[1], { backend = "tcc" }):state()\n'
        "for i = 1, 20 do\n"
        "  local x, y, w = s:step({ 0.01 * i, -0.003, 0.2 }, 5, 1e-4)\n"
        '  print(("%.17g %.17g %.17g"):format(x, y, w))\n'
        "end\n"
    )
    printed = subprocess.run(
        [os.environ["BRISTLE"], "run", str(script), PAD], check=True, capture_output=True, text=True
    ).stdout
    s = bristle.jit(PAD, "tcc").state()
    rows = [s.step([0.01 * i, -0.003, 0.2], 5, 1e-4) for i in range(1, 21)]
    assert [[float(x) for x in line.split()] for line in printed.splitlines()] == [
        list(row) for row in rows
    ]


def test_matrices_have_the_shape_of_their_ports(pad):
    s = pad.state()
    s.step([0.01, 0, 0.1], 5, 1e-4)
    results = s.step_jac([0.01, 0, 0.1], 5, 1e-4)
    shapes = [shape for _, _, shape in s.step_jac.outputs]
    assert [np.shape(r) for r in results] == shapes
    assert (3, 3) in shapes


@pytest.mark.parametrize("type", [">f8", "f4", "f2", "i8", "u1", object])
def test_arrays_of_every_type_of_number_are_read(pad, type):
    twist = np.array([1, 0, 2]).astype(type)
    assert (pad.state().step(twist, 5, 1e-4) == pad.state().step([1, 0, 2], 5, 1e-4)).all()
    assert (pad.state().step([1, 0, 2], np.array(5).astype(type), 1e-4)
            == pad.state().step([1, 0, 2], 5, 1e-4)).all()


# ---- errors -------------------------------------------------------------------------


@pytest.mark.parametrize("call, error, message", [
    (lambda s: s.step([1, 2], 5, 1e-3), ValueError, r"twist must be of shape \(3,\), got shape \(2,\)"),
    (lambda s: s.step(np.zeros((1, 3)), 5, 1e-3), ValueError, r"got shape \(1, 3\)"),
    (lambda s: s.step([1, 2, [3]], 5, 1e-3), TypeError, "twist must be numbers"),
    (lambda s: s.step("abc", 5, 1e-3), TypeError, "twist must be numbers .*, got str"),
    (lambda s: s.step([1, 2, 3], 5), TypeError, r"step needs dt \(s\)"),
    (lambda s: s.step([1, 2, 3], 5, 1e-3, 4), TypeError, "takes 3 arguments, got 4"),
    (lambda s: s.step([1, 2, 3], 5, dt=1, fn=2), TypeError, "fn is given twice"),
    (lambda s: s.step([1, 2, 3], 5, 1e-3, speed=2), TypeError, "no argument speed"),
    (lambda s: s.step([0, 0, 0], 5, 1e-3, out=np.zeros(2)), ValueError, "wrench must be of shape"),
    (lambda s: s.step([0, 0, 0], 5, 1e-3, out=[0, 0, 0]), TypeError, "writable, contiguous array"),
    (lambda s: s.step_many([0, 0, 0], 5, 1e-3), TypeError, "give n="),
    (lambda s: s.step_many(np.zeros((4, 3)), np.ones(3), 1e-3), ValueError, "fn has 3 rows, others have 4"),
    (lambda s: s.step_many(np.zeros((4, 2)), 5, 1e-3), ValueError, "got shape"),
    (lambda s: s.set([1, 2]), ValueError, "numbers, got shape"),
    (lambda s: s.step(range(2**62), 5, 1e-3), MemoryError, ""),
    (lambda s: s.step([range(2**61)] * 4, 5, 1e-3), MemoryError, ""),
    (lambda s: s.step(np.zeros(3, "M8[s]"), 5, 1e-3), TypeError, "twist must be numbers"),
    (lambda s: setattr(s, "nothing", 1), AttributeError, "no member nothing"),
    (lambda s: s.nothing, AttributeError, "nothing"),
    (lambda s: s.solver.step, AttributeError, r"function of a state, not of the solver: s = solver.state\(\)"),
])
def test_a_wrong_call_says_what_was_expected(pad, call, error, message):
    with pytest.raises(error, match=message):
        call(pad.state())


def test_a_failed_step_raises_and_leaves_the_state(pad):
    s = pad.state()
    s.step([0.01, 0, 0], 5, 1e-4)
    before = s.get()
    with pytest.raises(bristle.StatusError, match="step: bad input"):
        s.step([float("nan"), 0, 0], 5, 1e-4)
    with pytest.raises(bristle.StatusError, match="step_many: call 2 of 3: bad input"):
        s.step_many([[0, 0, 0], [np.inf, 0, 0], [0, 0, 0]], 5, 1e-4)
    assert s.status == "bad input"
    s.set(before)
    assert s.step([0.01, 0, 0], -1, 1e-4)[0] == 0
    assert s.status == "separated"


def test_a_refused_spec_names_file_and_line(tmp_path):
    file = tmp_path / "bad.lua"
    file.write_text('return contact {\n  grid = { 5, 5 },\n  presure = disc {},\n}\n')
    with pytest.raises(bristle.Error, match=r"bad.lua:3: .*pressure"):
        bristle.check(file)
    with pytest.raises(bristle.Error, match="nofile.lua"):
        bristle.jit("nofile.lua")
    with pytest.raises(bristle.Error, match="backend"):
        bristle.jit(PAD, "gpu")
    with pytest.raises(bristle.SpecError, match="a spec is a file's path"):
        bristle.check(3)


# ---- states --------------------------------------------------------------------------


def test_states_copy_and_pickle(pad):
    s = pad.state()
    s.step([0.01, 0.002, 0], 5, 1e-4)
    others = [s.copy(), copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s))]
    first = s.step([0.01, 0, 0], 5, 1e-4)
    for other in others:
        assert (other.step([0.01, 0, 0], 5, 1e-4) == first).all()
    a, b = pickle.loads(pickle.dumps((s, s.copy())))
    assert a.solver is b.solver


def test_members_are_attributes(pad):
    s = pad.state()
    assert "z" in dir(s) and "step" in dir(s) and "step_many" in dir(s)
    s.step([0.01, 0.002, 0], 5, 1e-4)
    z = s.z.copy()
    s.z = 0 * z
    assert not s.z.any() and z.any()
    assert len(s) == len(s.get()) == pad.nstates


EVERY_STATE = [
    (name, real)
    for name in (PAD, FEW, "specs/contact/soft_fingertip.lua", "specs/slider/parcel.lua",
                 "specs/mechanism/slider_crank.lua")
    for real in ("double", "float")
]


@pytest.mark.parametrize("spec, real", EVERY_STATE)
def test_members_are_the_states_own_memory(spec, real):
    solver = bristle.jit(spec, "tcc", set={"real": real})
    s = solver.state()
    s.set(np.arange(1, len(s) + 1) * 2.0**-12)
    views = [v for v in (getattr(s, n) for n in dir(s) if n[0] != "_")
             if isinstance(v, np.ndarray)]
    assert views and all(v.itemsize == solver.real_bytes for v in views)
    for view in views:
        before = s.get()
        view[-1] += 1
        assert (s.get() != before).sum() == 1 and s.get().sum() == before.sum() + 1
    kept, s = views[0], None
    gc.collect()
    kept += 1


def test_batches_are_single_steps():
    solver = bristle.jit(FEW, "tcc", set={"real": "double"})
    rng = np.random.default_rng(2)
    n = 33
    b, states = solver.batch(n), [solver.state() for _ in range(n)]
    assert b.z.shape == (solver.nstates, n)
    for _ in range(3):
        twist, fn = rng.normal(0, 0.01, (3, n)), rng.uniform(1, 9, n)
        wrench = b.step(twist, fn, 1e-3)
        for i, s in enumerate(states):
            np.testing.assert_allclose(wrench[:, i], s.step(twist[:, i], fn[i], 1e-3), rtol=1e-12, atol=1e-12)
    fn[3] = np.nan
    b.step(twist, fn, 1e-3)
    assert b.status[3] < 0 and (np.delete(b.status, 3) == 0).all()
    with pytest.raises(ValueError, match=r"twist must be of shape \(3, 33\)"):
        b.step(twist[:, 1:], fn, 1e-3)


PADS = """return contact { name = "pad", model = "reduced", real = "%s", grid = { 9, 9 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 }, couple = 2,
  friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 } }"""


def test_two_pads_hold_a_box():
    for real, bar in (("double", 1e-12), ("float", 1e-6)):
        solver = bristle.jit(bristle.text(PADS % real), "tcc")
        pads, v, dt = [solver.state(), solver.state()], np.zeros((2, 3)), 1e-3
        w = np.tile(np.diag([5, 5, 2000.0]), (2, 2))  # a box of 0.2 kg
        for _ in range(200):
            v, f, info = solver.couple(pads, 5, v - [0, 9.81 * dt, 0], w, dt, v)
        assert v.shape == f.shape == (2, 3) and abs(v).max() < bar
        np.testing.assert_allclose(f[:, 1], 0.2 * 9.81 / 2, rtol=1e-3)
        assert info["residual"] < 1e-4 and info["evaluations"] >= 1 and solver.status is None
        before = pads[0].get()
        with pytest.raises(bristle.StatusError, match="bad input"):
            solver.couple(pads, 5, v, -w, dt, v)
        assert (pads[0].get() == before).all()
        with pytest.raises(ValueError, match="v0 must be 6 numbers"):
            solver.couple(pads, 5, v[0], w, dt, v)
        with pytest.raises(ValueError, match="1 to 2 states"):
            solver.couple([], 5, v, w, dt, v)
        with pytest.raises(ValueError, match="are the same"):
            solver.couple([pads[0], pads[0]], 5, v, w, dt, v)
        with pytest.raises(TypeError, match=r"states\[1\] is not a state of this solver"):
            solver.couple([pads[0], 3], 5, v, w, dt, v)
        v, f, _ = solver.couple(pads, [5, -1], v, w, dt, v)
        assert solver.status == "separated" and (f[1] == 0).all()


def test_a_march_is_as_many_coupled_steps():
    solver = bristle.jit(bristle.text(PADS % "double"), "tcc")
    s, other, v, w = solver.state(), solver.state(), np.array([0.1, 0, 3]), np.diag([5, 5, 2000.0])
    loads = np.array([[0.1 * k, -0.2, 0.001] for k in range(7)])
    twists, wrenches = s.march(v, w, loads, 2, 1e-3)
    for k in range(7):
        v, f, _ = solver.couple([other], 2, v + 1e-3 * w @ loads[k], w, 1e-3, v)
        np.testing.assert_allclose(twists[k], v[0], rtol=1e-12)
        np.testing.assert_allclose(wrenches[k], f[0], rtol=1e-9)
        v = v[0]
    with pytest.raises(ValueError, match="loads must be 3 numbers"):
        s.march(v, w, loads.ravel()[:4], 2, 1e-3)
    with pytest.raises(bristle.Error, match="no key couple"):
        bristle.jit(FEW, "tcc").state().march(v, w, loads, 2, 1e-3)


def test_batches_of_joints_are_single_steps():
    text = """return joint { name = "axis", friction = lugre { F_c = 1, F_s = 1.4, v_s = 0.05, sigma0 = 900, sigma1 = 1.5 }%s }"""
    for more, has_load in (("", False), (", load = { mu_c = 0.1 }", True)):
        solver = bristle.jit(bristle.text(text % more), "tcc")
        b, states = solver.batch(70), [solver.state() for _ in range(70)]
        for k in range(4):
            v, load = 0.1 * np.sin(np.arange(70) + k), 1 + np.arange(70) / 70
            force = b.step(v, load if has_load else None, 1e-3)
            assert np.shape(force) == (70,)
            for i, s in enumerate(states):
                given = (v[i], load[i], 1e-3) if has_load else (v[i], 1e-3)
                np.testing.assert_allclose(force[i], s.step(*given), atol=1e-9)
        with pytest.raises(ValueError, match=r"twist must be a number or of shape \(70,\)"):
            b.step(v[1:], load, 1e-3)


def test_float_solvers_take_and_give_doubles():
    solver = bristle.jit(FEW, "tcc", set={"real": "float"})
    assert solver.real_bytes == 4
    b = solver.batch(4)
    assert b.z.dtype == np.float32
    assert b.step(np.full((3, 4), 0.01), 5.0, 1e-3).dtype == np.float64


# ---- specs in Python --------------------------------------------------------------------


def test_a_spec_of_words_is_the_spec_of_its_file():
    text = bristle.text(
        'return contact { name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 },\n'
        "  pressure = disc { radius = 0.01 },\n"
        "  friction = lugre { sigma0 = 1e4, sigma1 = 80, mu_c = 1.0, mu_s = 1.2, v_s = 1e-3 } }"
    )
    a, b = bristle.jit(text, "tcc").state(), bristle.jit(pad_in_python(), "tcc").state()
    for i in range(10):
        v = [1e-3 * i, 0, 0.1]
        assert (a.step(v, 5, 1e-3) == b.step(v, 5, 1e-3)).all()


def test_messages_show_the_line_of_the_script():
    with pytest.raises(bristle.Error) as caught:
        bristle.check(pad_in_python(
            pressure=bristle.disc(
                radios=0.01)))
    here = caught.tb.tb_lineno if hasattr(caught.tb, "tb_lineno") else 0
    message = str(caught.value)
    assert "test_bristle.py:" in message and "radius" in message
    assert abs(int(message.split("test_bristle.py:")[1].split(":")[0]) - here) <= 3


def test_functions_are_traced():
    stribeck = pad_in_python(friction=bristle.lugre(
        sigma0=1e4, sigma1=80, mu_c=1.0, stribeck=lambda v: 1.0 + 0.2 * bristle.exp(-((v / 1e-3) ** 2))))
    plain = pad_in_python(friction=bristle.lugre(
        sigma0=1e4, sigma1=80, mu_c=1.0, mu_s=1.2, v_s=1e-3))
    a, b = bristle.jit(stribeck, "tcc").state(), bristle.jit(plain, "tcc").state()
    for _ in range(5):
        np.testing.assert_allclose(
            a.step([2e-3, 0, 0], 5, 1e-3), b.step([2e-3, 0, 0], 5, 1e-3), rtol=1e-12, atol=1e-15)
    pressure = pad_in_python(pressure=lambda x, y: bristle.sqrt(1 + 1e4 * (x * x + y * y)))
    assert bristle.check(pressure)


def test_what_is_used_twice_is_computed_once():
    def long(x, y):
        for _ in range(40):
            x = x * x + y
            x = x / (1 + x)
        return 2 + x

    from bristle import spec
    assert len(spec._trace(long, "long")) < 5000
    assert bristle.check(pad_in_python(pressure=long))


def branches(x, y):
    return 1.0 if x > 0 else 2.0


def uses_math(x, y):
    import math
    return math.sin(x)


@pytest.mark.parametrize("function, reason", [
    (branches, "cannot be compared"),
    (uses_math, "bristle.sin"),
    (lambda *x: 1, r"no \*x"),
    (lambda x, y: "a", "returns a str"),
])
def test_a_function_that_cannot_be_traced_is_refused_with_the_reason(function, reason):
    with pytest.raises(bristle.SpecError, match=reason):
        bristle.check(pad_in_python(pressure=function))


def test_sim_gives_columns_and_each_row():
    rows = []
    spec = pad_in_python(scenario=dict(
        duration=0.02, dt=1e-3, fn=lambda t: 5,
        twist=lambda t: (bristle.minimum(0.5 * t, 0.01), 0, 0)))
    r = bristle.sim(spec, each=lambda row: rows.append(row["fx"]))
    assert r.units["fx"] == "N" and (r.fx == rows).all() and len(r.t) == 21
    short = bristle.sim(spec, each=lambda row: row["t"] >= 0.01)
    assert 0.0099 < short["t"][-1] < 0.0111
    with pytest.raises(ZeroDivisionError):
        bristle.sim(spec, each=lambda row: 1 / 0)


def test_a_model_in_use_refuses_a_second_call():
    with bristle.open("specs/contact/soft_fingertip.lua") as model:
        def again(row):
            model.check()
        with pytest.raises(bristle.Error, match="in use"):
            model.sim(each=again)
        assert model.check()
    with pytest.raises(bristle.Error, match="closed"):
        model.check()


def test_check_verify_emit(tmp_path):
    assert bristle.check(PAD)["name"] == "finger_pad"
    report = bristle.verify(pad_in_python(), "tcc")
    assert report and report.holds
    paths = bristle.emit(pad_in_python(), tmp_path, descriptor=True)
    assert {p.rsplit(".")[-1] for p in paths} == {"c", "h", "json"}


# ---- scipy -------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["distributed", "reduced"])
def test_rhs_has_the_derivative_of_its_differences(model):
    pytest.importorskip("scipy")
    solver = bristle.jit(pad_in_python(model=model), "tcc")
    f = bristle.rhs(solver, lambda t: ([0.01 * t, 0.001, 0.2], 5.0))
    z = 1e-5 * np.random.default_rng(3).normal(size=solver.nstates)
    jac = f.jac(0.3, z).toarray()
    for k in range(len(z)):
        h = 1e-9 * np.eye(len(z))[k]
        slope = (np.asarray(f(0.3, z + h)) - np.asarray(f(0.3, z - h))) / 2e-9
        np.testing.assert_allclose(jac[:, k], slope, rtol=1e-4, atol=1e-4 * abs(jac).max())


@pytest.mark.parametrize("spec, z, inputs", [
    ("specs/joint/gearbox.lua", [2e-6], (0.05, 0.5, 0.1)),
    ("specs/mechanism/sliding_block.lua", [0.01, 0.3], None),
])
def test_rhs_of_a_joint_and_of_a_mechanism(spec, z, inputs):
    pytest.importorskip("scipy")
    solver = bristle.jit(spec, "tcc")
    ports = solver.state().rate.inputs
    given = inputs or tuple(np.full(shape, 0.5) if shape else 0.5 for _, _, shape in ports)
    f, z = bristle.rhs(solver, lambda t: given), np.resize(z, solver.nstates)
    assert np.shape(f(0, z)) in ((len(z),), ())
    jac = f.jac(0, z).toarray()
    for k in range(len(z)):
        h = 1e-5 * abs(z[k]) * np.eye(len(z))[k]
        slope = (np.asarray(f(0, z + h)) - np.asarray(f(0, z - h))) / (2 * h[k])
        np.testing.assert_allclose(jac[:, k], np.ravel(slope), rtol=1e-4, atol=1e-4 * abs(jac).max())


@pytest.mark.parametrize("spec", ["specs/slider/parcel.lua", "specs/cone/point_foot.lua"])
def test_rhs_of_what_has_no_rate_is_refused(spec):
    with pytest.raises(bristle.Error, match="has no rate"):
        bristle.rhs(bristle.jit(spec, "tcc"), lambda t: ())


# ---- threads and memory -------------------------------------------------------------------


def test_threads_step_states_of_their_own(pad):
    twists = np.tile([0.01, 0.001, 0.1], (2000, 1))
    wanted = pad.state().step_many(twists, 5, 1e-4)
    results = [None] * 4

    def work(i):
        results[i] = pad.state().step_many(twists, 5, 1e-4)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all((r == wanted).all() for r in results)


def test_a_state_that_another_thread_steps_is_refused(pad):
    s = pad.state()
    twists = np.tile([0.01, 0.001, 0.1], (20000, 1))
    thread = threading.Thread(target=s.step_many, args=(twists, 5, 1e-4))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            s.get()
        except bristle.Error:
            refused += 1
    thread.join()
    assert refused > 0 and len(s.get())


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_memory_does_not_grow(pad):
    def some(n):
        for _ in range(n):
            s = pad.state()
            s.step([0.01, 0, 0], 5, 1e-4)
            s.copy().bind(np.zeros(3), np.zeros(3))(5, 1e-4)
            try:
                s.step([0.01, 0], 5, 1e-4)
            except ValueError:
                pass
        gc.collect()

    some(2000)
    before = resident()
    some(20000)
    assert resident() - before < 2 << 20


def test_opened_and_closed_models_leave_nothing():
    def some(n):
        for _ in range(n):
            with bristle.open(pad_in_python()) as model:
                model.jit("tcc").close()
        gc.collect()

    some(20)
    before = resident()
    some(5000 if "TEST_SOAK" in os.environ else 100)
    assert resident() - before < 1 << 20


def test_closing_a_solver_ends_its_states():
    solver = bristle.jit(pad_in_python(), "tcc")
    s = solver.state()
    solver.close()
    with pytest.raises(bristle.Error, match="the solver is closed"):
        s.get()
    with pytest.raises(bristle.Error, match="the solver is closed"):
        solver.batch(3)


@pytest.mark.parametrize("call", [
    lambda s, b, x: s.step([x, 0, 0], 5, 1e-3),
    lambda s, b, x: s.step([0, 0, 0], x, 1e-3),
    lambda s, b, x: s.step_many([x, 0, 0], 5, 1e-3, n=3),
    lambda s, b, x: s.bind(np.zeros(3), np.zeros(3))(5, x),
    lambda s, b, x: s.set([x] * len(s)),
    lambda s, b, x: setattr(s, "z", [x] * len(s.z)),
    lambda s, b, x: b.step([[x, 0], [0, 0], [0, 0]], 5, 1e-3),
    lambda s, b, x: b.step(np.zeros((3, 2)), [x, 1], 1e-3),
])
def test_a_solver_stays_open_while_a_call_reads_its_arguments(call):
    solver = bristle.jit(pad_in_python(), "tcc")
    refused = []

    class Closing:
        def __float__(self):
            try:
                solver.close()
            except bristle.Error as error:
                refused.append(str(error))
            return 1e-3

    s = solver.state()
    call(s, solver.batch(2), Closing())
    assert refused and set(refused) == {"the solver is in use by a call"}
    solver.close()
    for closed in (lambda: s.step([0, 0, 0], 5, 1e-3), lambda: s.tuning, lambda: solver.tunables):
        with pytest.raises(bristle.Error, match="the solver is closed"):
            closed()


def test_functions_describe_themselves(pad):
    s = pad.state()
    assert s.step.__name__ == "step" and s.step_many.__name__ == "step_many"
    assert "twist" in s.step.__doc__ and "m/s" in s.step.__doc__
    assert s.step.inputs[0][0] == "twist" and s.step.inputs[0][2] == (3,)
    assert "step" in dir(s) and "steady" in dir(pad) and "disc" in dir(bristle)
    assert "bristle help disc" in bristle.disc.__doc__


# ---- tune, sweeps, help -----------------------------------------------------------

BODY = """return slider { name = 'body', mass = 1.2, inertia = 0.012, mu = 0.4,
  patch = rectangle { size = { 0.3, 0.2 } }, grid = { 8, 8 },
  tune = { mu = { 0.1, 0.9 }, mass = { 1, 3 } },
  scenario = { duration = 0.02, dt = 1e-3, v = { 0.4, 0.1, 2 } } }"""
CONE = """return cone { name = 'tip', mu = 0.8, approximation = 'exact', f_max = 20,
  tune = { mu = { 0.2, 1.2 } } }"""


@pytest.fixture(scope="module")
def body():
    return bristle.jit(bristle.text(BODY), "tcc")


def moved(state):
    state.set([0, 0, 0, 0.4, 0.1, 2]).step([0, 0, 0], 1e-3)
    return state.get().tolist()


def test_states_are_tuned_by_name(body):
    fixed = bristle.jit(bristle.text(BODY), "tcc", set={"mu": 0.2})
    s, other = body.state(), body.state()
    assert body.tunables["mu"] == (0.1, 0.9, 0.4, "1")
    assert s.tune(mu=0.2) is s and s.tuning == {"mass": 1.2, "mu": 0.2}
    assert moved(s) == pytest.approx(moved(fixed.state()), rel=1e-12)
    assert moved(other) != moved(s)
    assert moved(s.copy()) == moved(s.reset()) == moved(pickle.loads(pickle.dumps(s)))
    with pytest.raises(bristle.Error, match="mu must be between 0.1 and 0.9, got 2"):
        s.tune({"mass": 2, "mu": 2})
    with pytest.raises(bristle.Error, match="nu cannot be tuned; numbers that can are mass, mu"):
        s.tune(nu=1)
    assert s.tuning == {"mass": 1.2, "mu": 0.2}


def test_a_solver_and_a_simulation_take_a_tuning(body):
    solver = bristle.jit(bristle.text(BODY), "tcc", tune={"mu": 0.2})
    assert moved(solver.state()) == moved(body.state().tune(mu=0.2))
    assert pickle.loads(pickle.dumps(solver)).state().tuning["mu"] == 0.2
    fixed = bristle.sim(bristle.text(BODY), "tcc", set={"mu": 0.2})
    with bristle.open(bristle.text(BODY)) as model:
        tuned, again = model.sim("tcc", tune={"mu": 0.2}), model.sim("tcc")
    assert tuned["x"][-1] == pytest.approx(fixed["x"][-1], rel=1e-12)
    assert abs(again["x"][-1] - tuned["x"][-1]) > 1e-5


TUNED_PAD = """return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 }, friction = lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.8, s_ba = 0.9 },
  tune = { mu_c = { 0.2, 1 }, sigma0 = { 5e4, 2e5 } } }"""


def test_a_batch_has_one_tuning_or_one_for_each_state():
    solver = bristle.jit(bristle.text(TUNED_PAD), "tcc", tune={"mu_c": 0.5})
    batch = solver.batch(3)
    twist = [[0.1] * 3, [0] * 3, [0] * 3]

    def forces():
        for _ in range(6):
            out = batch.step(twist, 1, 1e-3)
        return [-out[0][i] for i in range(3)] if isinstance(out, list) else [-float(out[0, i]) for i in range(3)]

    assert forces() == pytest.approx([0.5] * 3, rel=1e-6)
    assert batch.tune(mu_c=0.7) is batch
    assert forces() == pytest.approx([0.7] * 3, rel=1e-6)
    batch.tune({"mu_c": [0.3, 0.6, 0.9]}, sigma0=6e4)
    assert forces() == pytest.approx([0.3, 0.6, 0.9], rel=1e-6)
    with pytest.raises(bristle.Error, match="mu_c must be between 0.2 and 1, got 3"):
        batch.tune(mu_c=[0.3, 3, 0.5])
    with pytest.raises(ValueError, match="mu_c"):
        batch.tune(mu_c=[0.3, 0.4])
    with pytest.raises(bristle.Error, match="nu cannot be tuned"):
        batch.tune(nu=1)
    assert forces() == pytest.approx([0.3, 0.6, 0.9], rel=1e-6)


def test_a_tuned_state_has_the_functions_without_one():
    pad = bristle.jit(bristle.text(TUNED_PAD), "tcc")
    s = pad.state().tune(mu_c=0.5)
    assert s.steady([0.1, 0, 0], 1)[0] == pytest.approx(-0.5)
    assert pad.steady([0.1, 0, 0], 1)[0] == pytest.approx(-0.8)
    assert "steady" in dir(s) and "steady" not in dir(bristle.jit(FEW, "tcc").state())


def test_a_cone_is_tuned_in_its_state():
    tip = bristle.jit(bristle.text(CONE), "tcc").state()
    assert tip.margin([0, 5, 10]) > 0 > tip.tune(mu=0.3).margin([0, 5, 10])


def test_sweeps_return_columns(tmp_path):
    spec, out = bristle.text(BODY), tmp_path / "rows.csv"
    rows = bristle.sweep(spec, {"mu": (0.2, 0.8, 3), "mass": [1, 2]}, out=out, jobs=2)
    assert rows["mu"].tolist() == pytest.approx([0.2, 0.2, 0.5, 0.5, 0.8, 0.8])
    assert rows["mass"].tolist() == [1, 2] * 3 and rows["status"] == ["ok"] * 6
    alone = bristle.sim(spec, tune={"mu": 0.5, "mass": 2})
    assert rows["x last (m)"][3] == pytest.approx(alone["x"][-1], rel=1e-9)
    text = out.read_bytes()
    bristle.sweep(spec, {"mu": (0.2, 0.8, 3), "mass": [1, 2]}, out=out, jobs=1)
    assert out.read_bytes() == text
    assert len(bristle.sweep(spec, sample=5)["row"]) == 5
    with pytest.raises(bristle.SpecError, match="mu must be"):
        bristle.sweep(spec, {"mu": (0.2, 0.8)})
    with pytest.raises(bristle.Error, match="nu"):
        bristle.sweep(spec, {"nu": [1, 2]})


def test_a_fit_returns_the_report(tmp_path):
    spec, log = "specs/joint/fretting.lua", "tests/data/fretting_reciprocating.csv"
    out = tmp_path / "fit.lua"
    report = bristle.fit(spec, log, ["F_c", "F_s", "v_s", "sigma0", "sigma2"], out=out)
    found = {p["name"]: p for p in report["parameters"]}
    assert found["F_c"]["low"] < 2.371 < found["F_c"]["high"]
    assert not found["sigma2"]["told"] and found["sigma2"]["why"]
    assert report["held_out"] < 0.105 and report["laws"][0]["asked"]
    assert bristle.open(out).sim()["force"].max() > 2
    with pytest.raises(bristle.Error, match="has no number mass"):
        bristle.open(spec).fit([log], "mass")


def test_stubs_name_what_is_there():
    import ast

    with open(os.path.join(os.path.dirname(bristle.__file__), "__init__.pyi")) as file:
        tree = ast.parse(file.read())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert set(bristle.__all__) <= set(stubs)
    for name in ("Batch", "Function", "Model", "Recording", "Report", "Solver", "State"):
        kind = getattr(bristle, name)
        there = {n for n in vars(kind) if n[0] != "_" and not (name == "Function" and n == "is_many")}
        stated = {getattr(n, "name", None) or n.target.id for n in stubs[name].body
                  if isinstance(n, (ast.FunctionDef, ast.AnnAssign))}
        assert there <= stated, (name, there - stated)


def test_stubs_use_no_name_that_is_not_there():
    import ast
    import builtins

    with open(os.path.join(os.path.dirname(bristle.__file__), "__init__.pyi")) as file:
        tree = ast.parse(file.read())
    known = set(dir(builtins))
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            known |= {name.asname or name.name for name in node.names}
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            known.add(node.name)
        elif isinstance(node, ast.Assign):
            known |= {target.id for target in node.targets}
    used = {node.id for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert used <= known, used - known


def test_verbs_are_methods_of_a_model():
    for verb in bristle._verbs:
        assert callable(getattr(bristle, verb)) and hasattr(bristle.Model, verb)
        assert f"Model.{verb}" in getattr(bristle, verb).__doc__


def test_help_is_that_of_the_language():
    assert bristle.help("disc").startswith("disc { ... }: a disc")
    assert "radius of the disc" in bristle.help("radius")
    assert "contact { ... }" in bristle.help()
    with pytest.raises(KeyError):
        bristle.help("nothing")


def test_opening_and_closing_does_not_grow():
    def rounds(count):
        for _ in range(count):
            with bristle.open(bristle.text(BODY)) as model:
                model.tunables
        gc.collect()

    rounds(200)
    before = resident()
    rounds(100000 if "TEST_SOAK" in os.environ else 2000)
    assert resident() - before < 400 << 10


# ---- documents --------------------------------------------------------------------


def test_what_the_tutorial_prints_runs_as_printed(capsys):
    with open("specs/README.md", encoding="utf-8") as text:
        blocks = re.findall(r"^```python\n(.*?)^```$", text.read(), re.M | re.S)
    assert len(blocks) >= 2
    names = {}
    for block in blocks:
        exec(compile(block, "specs/README.md", "exec"), names)
    assert names["status"] == 0 and len(names["rows"]) == 50
    assert list(names["wrench"])[0] < 0
    assert names["bristle"].jit(names["spec"]).state().step([0.01, 0, 0], 5, 1e-4)[0] < 0
    assert capsys.readouterr().out.count("[") == 2
