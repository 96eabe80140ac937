"""Specs written in Python: words that make tables, and functions that are traced.

In: bristle.contact(grid=[5, 5], pressure=bristle.disc(), ...). Out: the same spec
as text of the spec language, each word on the line on which the script calls it,
so that messages show the script's own lines.

Invariant: a function is called once, with symbols; what it computes becomes one
expression. What cannot be traced (a branch, a loop that depends on a value, a
function of another library) is refused with the reason.
"""

import inspect
import math
import numbers
import os
import sys


class SpecError(TypeError):
    """A value of Python that a spec cannot hold."""


# ---- symbols ---------------------------------------------------------------------


def _number(value):
    value = float(value)
    if math.isnan(value):
        return "(0/0)"
    if math.isinf(value):
        return "math.huge" if value > 0 else "(-math.huge)"
    text = repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return "(" + text + ")" if value < 0 or text.startswith("-") else text


class Symbol:
    """A value of a traced function: what an operation makes of it is recorded."""

    __slots__ = ("_form", "_parts", "_keeps")
    __array_ufunc__ = None  # numpy leaves operators to this class

    def __init__(self, form, *parts):
        self._form, self._parts = form, parts
        self._keeps = {}  # what q.x and q[1] gave before: the same symbol again

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self._parts:
            raise SpecError(f"a computed number has no {name}")
        return self._keeps.setdefault(name, Symbol(f"{self._form}.{name}"))

    def __getitem__(self, index):
        if self._parts:
            raise SpecError("a computed number cannot be indexed")
        if isinstance(index, str):
            return getattr(self, index)
        if not isinstance(index, int) or index < 0:
            raise SpecError("an index must be a whole number from 0 on")
        return self._keeps.setdefault(index, Symbol(f"{self._form}[{index + 1}]"))

    def __iter__(self):
        raise SpecError("a symbol cannot be unpacked; name its values, as in q.x or q[0]")

    def __add__(self, other):
        return _recorded("({} + {})", self, other)

    def __radd__(self, other):
        return _recorded("({} + {})", other, self)

    def __sub__(self, other):
        return _recorded("({} - {})", self, other)

    def __rsub__(self, other):
        return _recorded("({} - {})", other, self)

    def __mul__(self, other):
        return _recorded("({} * {})", self, other)

    def __rmul__(self, other):
        return _recorded("({} * {})", other, self)

    def __truediv__(self, other):
        return _recorded("({} / {})", self, other)

    def __rtruediv__(self, other):
        return _recorded("({} / {})", other, self)

    def __pow__(self, other):
        return _recorded("({} ^ {})", self, other)

    def __rpow__(self, other):
        return _recorded("({} ^ {})", other, self)

    def __neg__(self):
        return _recorded("(-{})", self)

    def __pos__(self):
        return self

    def __abs__(self):
        return _recorded("math.abs({})", self)

    def _no_branch(self, *_):
        raise SpecError(
            "a spec's function is called once, with symbols, which cannot be compared; "
            "write it without a branch, with bristle.minimum, bristle.maximum or smooth "
            "functions such as bristle.tanh"
        )

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _no_branch

    def _no_number(self):
        raise SpecError(
            "a spec's function is called with symbols: use bristle.sin, bristle.exp and "
            "so on in place of those of math"
        )

    __float__ = __int__ = __index__ = __complex__ = _no_number


def _recorded(form, *parts):
    for part in parts:
        if not isinstance(part, (Symbol, numbers.Real)):
            return NotImplemented
    return Symbol(form, *parts)


def _function(name, lua, plain):
    def call(*args):
        if any(isinstance(a, Symbol) for a in args):
            return Symbol(f"{lua}({', '.join('{}' for _ in args)})", *args)
        return plain(*args)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{name} of a number, or of a symbol in a spec's function."
    return call


functions = {
    name: _function(name, "math." + name, getattr(math, name))
    for name in ("exp", "sqrt", "sin", "cos", "tan", "asin", "acos", "sinh", "cosh", "tanh", "log")
}
functions["atan"] = _function(
    "atan", "math.atan", lambda y, x=None: math.atan(y) if x is None else math.atan2(y, x)
)
functions["minimum"] = _function("minimum", "math.min", min)
functions["maximum"] = _function("maximum", "math.max", max)


# ---- a traced function as text -----------------------------------------------------


def _trace(function, what):
    """Returns the text of a function: what is used twice is computed once."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise SpecError(f"{what} is a function whose parameters Python does not tell") from None
    names = [p.name for p in parameters if p.default is p.empty]
    for p in parameters:
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.KEYWORD_ONLY):
            raise SpecError(f"{what}: a spec's function has named parameters only, no *{p.name}")
    try:
        result = function(*(Symbol(f"a{i}") for i in range(len(names))))
    except SpecError as error:
        raise SpecError(f"{what}: {error}") from None
    uses = {}
    for value in _flat(result):
        _count(value, uses)
    out, temporaries = [], {}
    body = _result_text(result, uses, out, temporaries, what)
    start = "local t = {} " if temporaries else ""
    return (
        f"function({', '.join(f'a{i}' for i in range(len(names)))}) "
        + start + "".join(out) + f"return {body} end"
    )


def _flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _count(root, uses):
    stack = [root]
    while stack:
        value = stack.pop()
        if not isinstance(value, Symbol) or not value._parts:
            continue
        seen = uses.get(id(value), 0)
        uses[id(value)] = seen + 1
        if not seen:
            stack.extend(value._parts)


def _expression(root, uses, out, temporaries):
    """Writes an expression without recursion: sums of Python may be long."""
    done, stack = {}, [root]
    while stack:
        value = stack[-1]
        if not isinstance(value, Symbol):
            done[id(value)] = _number(value)
        elif id(value) in temporaries:
            done[id(value)] = temporaries[id(value)]
        elif not value._parts:
            done[id(value)] = value._form
        else:
            open_parts = [p for p in value._parts if id(p) not in done]
            if open_parts:
                stack.extend(open_parts)
                continue
            text = value._form.format(*(done[id(p)] for p in value._parts))
            if uses[id(value)] > 1 or len(text) > 2000:
                name = f"t[{len(temporaries) + 1}]"
                out.append(f"{name} = {text} ")
                temporaries[id(value)] = text = name
            done[id(value)] = text
        stack.pop()
    return done[id(root)]


def _result_text(value, uses, out, temporaries, what, depth=0):
    if isinstance(value, tuple) and depth == 0:
        return ", ".join(_result_text(v, uses, out, temporaries, what, 1) for v in value)
    if isinstance(value, (tuple, list)):
        items = (_result_text(v, uses, out, temporaries, what, depth + 1) for v in value)
        return "{" + ", ".join(items) + "}"
    if isinstance(value, dict):
        items = (
            f"{k} = " + _result_text(v, uses, out, temporaries, what, depth + 1)
            for k, v in value.items()
        )
        return "{" + ", ".join(items) + "}"
    if isinstance(value, (Symbol, numbers.Real)) and not isinstance(value, bool):
        return _expression(value, uses, out, temporaries)
    raise SpecError(f"{what} returns a {type(value).__name__}, not numbers")


# ---- words ----------------------------------------------------------------------------


class Table:
    """What a word of the spec language makes: bristle.disc(radius=0.01)."""

    def __init__(self, word, items, members, line, file):
        self.word, self.items, self.members = word, items, members
        self.line, self.file = line, file

    def __add__(self, other):
        if not isinstance(other, Table) and not callable(other):
            return NotImplemented
        return Table("+", [self, other], {}, self.line, self.file)

    def __radd__(self, other):
        return Table("+", [other, self], {}, self.line, self.file) if callable(other) else NotImplemented

    def __repr__(self):
        return f"<{self.word} of {os.path.basename(self.file)}:{self.line}>"


def word(name):
    def make(*items, **members):
        caller = sys._getframe(1)
        return Table(name, list(items), members, caller.f_lineno, caller.f_code.co_filename)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = (
        f"The word {name} of the spec language: {name}(key=value, ...). "
        f"`bristle help {name}` lists its keys."
    )
    make._bristle_word = name
    return make


class _Text:
    def __init__(self, line):
        self.parts, self.line = [], line

    def add(self, text):
        self.parts.append(text)

    def go_to(self, line):
        if line > self.line:
            self.parts.append("\n" * (line - self.line))
            self.line = line


def quoted(text):
    return '"' + "".join(
        chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:03d}" for b in text.encode()
    ) + '"'


def _first_line(value):
    if isinstance(value, Table):
        return value.line
    if isinstance(value, (list, tuple)):
        return min((_first_line(v) for v in value), default=0)
    return 0


def _write_members(out, items, members, what, depth):
    if depth > 16:
        raise SpecError(f"{what}: nested more than 16 levels deep; does it contain itself?")
    out.add("{")
    for i, item in enumerate(items):
        _write(out, item, f"{what}[{i}]", depth + 1)
        out.add(", ")
    for key, value in sorted(members.items(), key=lambda m: _first_line(m[1])):
        if not isinstance(key, str):
            raise SpecError(f"{what}: a key must be a name, got a {type(key).__name__}")
        out.add(f"[{quoted(key)}]=")
        _write(out, value, key, depth + 1)
        out.add(", ")
    out.add("}")


def _write_table(out, table, what, depth):
    if table.word == "+":
        out.add("(")
        _write(out, table.items[0], what, depth + 1)
        out.add(" + ")
        _write(out, table.items[1], what, depth + 1)
        out.add(")")
        return
    out.go_to(table.line)
    out.add(table.word + " ")
    items = table.items
    if len(items) == 1 and isinstance(items[0], dict) and not table.members:
        _write_members(out, [], items[0], table.word, depth)
    else:
        _write_members(out, items, table.members, table.word, depth)


def _write(out, value, what, depth=0):
    if isinstance(value, Table):
        _write_table(out, value, what, depth)
    elif value is None or isinstance(value, bool):
        out.add({None: "nil", True: "true", False: "false"}[value])
    elif isinstance(value, numbers.Real):
        out.add(_number(value))
    elif isinstance(value, (str, os.PathLike)):
        out.add(quoted(os.fspath(value)))
    elif isinstance(value, dict):
        _write_members(out, [], value, what, depth)
    elif hasattr(value, "_bristle_word"):
        out.add(value._bristle_word)
    elif callable(value):
        out.add(_trace(value, what))
    elif hasattr(value, "tolist"):
        _write(out, value.tolist(), what, depth)
    elif isinstance(value, (list, tuple)):
        _write_members(out, value, {}, what, depth)
    else:
        raise SpecError(f"{what} is a {type(value).__name__}, which a spec cannot hold")


def text_of(table):
    """Returns the spec as text, and the file that messages name."""
    out = _Text(1)
    out.go_to(table.line)
    out.add("return ")
    _write_table(out, table, table.word, 0)
    return "".join(out.parts), table.file


def overrides_of(given):
    """{"mu": 0.8, "grid": [5, 5]} -> ["grid={5, 5, }", "mu=0.8"]"""
    texts = []
    if given and not hasattr(given, "items"):
        raise SpecError('set takes names: set={"mu": 0.8}')
    for key, value in sorted((given or {}).items()):
        if not isinstance(key, str):
            raise SpecError('set takes names: set={"mu": 0.8}')
        out = _Text(1)
        _write(out, value, key)
        texts.append(key + "=" + "".join(out.parts))
    return texts
