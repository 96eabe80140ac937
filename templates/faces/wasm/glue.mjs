//@ words("faces.lua")
//@ words("scripts.lua")
// $(name).mjs: $(name) in JavaScript, by the module $(name).wasm.
//
// Written by bristle $(version) from $(spec). It belongs to you (0BSD).
//
//   import { load } from "./$(name).mjs";
//   const $(name) = await load(fetch("$(name).wasm"));        // node: load(await readFile("$(name).wasm"))
//@ for _, object in ipairs(objects) do
//@ if object.reals > 0 then
//   const $(object.type) = $(name).$(object.type)();
//@ end
//@ local line = script_line(name, object)
//@ if line then
//   $(line)
//@ end
//@ end
//
// A result has `status` (below 0: an error, outputs are 0) and each output by its name: a number or
// a Float64Array, row by row. bind("step") gives views of the module's own memory: a call
// without any copy. A state has reset(), get(), set(values)$(#tune > 0 and ", tune({ name: value })" or "") and free().

// Functions of C that Math has under another name, or not at all.
const others = {
  fabs: Math.abs, fmod: (x, y) => x % y, exp2: (x) => 2 ** x, fmin: Math.min, fmax: Math.max,
  round: (x) => Math.sign(x) * Math.floor(Math.abs(x) + 0.5), copysign: (x, y) =>
    Object.is(Math.sign(y), -0) || y < 0 ? -Math.abs(x) : Math.abs(x),
};

function of_math(name) {
  const f = others[name] ?? Math[name];
  if (f) return f;
  const wide = name.endsWith("f") && (others[name.slice(0, -1)] ?? Math[name.slice(0, -1)]);
  if (!wide) throw new Error("$(name).wasm needs a function that this page has not: " + name);
  return (...x) => Math.fround(wide(...x));
}

const size_of = (port) => port.rows * port.cols;

// A part of the module's memory; views are made again when memory has grown.
class Room {
  constructor(module, count) {
    this.module = module;
    this.count = count;
    this.at = module.take(8 * count);
  }
  get numbers() {
    if (this.view?.buffer !== this.module.memory.buffer)
      this.view = new Float64Array(this.module.memory.buffer, this.at, this.count);
    return this.view;
  }
}

// A function of an object, with memory for its inputs and outputs.
class Entry {
  constructor(module, object, index) {
    Object.assign(this, { module, object, index }, module.about.objects[object].functions[index]);
    const count = (ports) => ports.reduce((sum, port) => sum + size_of(port), 0);
    this.in = new Room(module, Math.max(1, count(this.inputs)));
    this.out = new Room(module, Math.max(1, count(this.outputs)));
  }
  call(state) {
    return this.module.exports.bristle_call(this.object, this.index, state, this.in.at, this.out.at);
  }
  // Copies the arguments in and the results out.
  run(state, values) {
    if (values.length !== this.inputs.length)
      throw new Error(`$${this.name} takes $${this.inputs.length} arguments, got $${values.length}`);
    let at = 0;
    this.inputs.forEach((port, i) => {
      const list = typeof values[i] === "number" ? [values[i]] : values[i];
      if (list?.length !== size_of(port))
        throw new Error(`$${this.name}: $${port.name} has $${size_of(port)} numbers, got $${list?.length}`);
      this.in.numbers.set(list, at);
      at += size_of(port);
    });
    const result = { status: this.call(state) };
    at = 0;
    for (const port of this.outputs) {
      const list = this.out.numbers.slice(at, at + size_of(port));
      result[port.name] = size_of(port) === 1 ? list[0] : list;
      at += size_of(port);
    }
    return result;
  }
  // Returns a function without arguments that calls on the state; its members are views of the
  // module's memory, an array for each input and output.
  bind(state) {
    const bound = () => this.call(state);
    for (const [ports, room] of [[this.inputs, this.in], [this.outputs, this.out]]) {
      let from = 0;
      for (const port of ports) {
        const first = from;
        from += size_of(port);
        Object.defineProperty(bound, port.name + (room === this.out && port.name in bound ? "_out" : ""), {
          get: () => room.numbers.subarray(first, first + size_of(port)),
        });
      }
    }
    return bound;
  }
}

class State {
  constructor(module, object) {
    Object.assign(this, { module, object });
    this.at = module.take(module.exports.bristle_state_bytes(object));
    this.room = module.room_of(object);
    this.reset();
  }
  reset() { this.module.exports.bristle_reset(this.object, this.at); }
  get() {
    this.module.exports.bristle_get(this.object, this.at, this.room.at);
    return this.room.numbers.slice(0, this.module.about.objects[this.object].reals);
  }
  set(values) {
    const reals = this.module.about.objects[this.object].reals;
    if (values.length !== reals) throw new Error(`the state has $${reals} numbers, got $${values.length}`);
    this.room.numbers.set(values);
    this.module.exports.bristle_set(this.object, this.at, this.room.at);
  }
  tune(values) {
    const about = this.module.about.tune;
    for (const name in values)
      if (!about.some((t) => t.name === name)) throw new Error(`no tuned value is named $${name}`);
    this.tuned = { ...Object.fromEntries(about.map((t) => [t.name, t.value])), ...this.tuned, ...values };
    return this.module.entry(this.object, "tune").run(this.at, about.map((t) => this.tuned[t.name])).status;
  }
  bind(name) { return this.module.bind(this.object, name, this.at); }
  free() {
    this.module.give(this.at, this.module.exports.bristle_state_bytes(this.object));
    this.at = 0;
  }
}

// The module: its memory, and one entry for each function.
class Module {
  constructor(instance) {
    this.exports = instance.exports;
    this.memory = instance.exports.memory;
    instance.exports._initialize?.();
    this.free_rooms = new Map();
    this.end = this.memory.buffer.byteLength;
    this.top = instance.exports.__heap_base ? instance.exports.__heap_base.value : this.end;
    const bytes = new Uint8Array(this.memory.buffer, this.exports.bristle_description());
    this.about = JSON.parse(new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))));
    this.rooms = [];
    this.entries = this.about.objects.map((object, i) =>
      object.functions.map((_, k) => new Entry(this, i, k)));
  }
  take(bytes) {
    const list = this.free_rooms.get(bytes);
    if (list?.length) return list.pop();
    const at = (this.top + 15) & ~15;
    if (at + bytes > this.end) {
      const pages = Math.ceil((at + bytes - this.end) / 65536);
      this.memory.grow(pages);
      this.end += 65536 * pages;
    }
    this.top = at + bytes;
    return at;
  }
  give(at, bytes) {
    if (!this.free_rooms.has(bytes)) this.free_rooms.set(bytes, []);
    this.free_rooms.get(bytes).push(at);
  }
  room_of(object) { return (this.rooms[object] ??= new Room(this, Math.max(1, this.about.objects[object].reals))); }
  entry(object, name) {
    const index = this.about.objects[object].functions.findIndex((f) => f.name === name);
    if (index < 0) throw new Error("$(name) has no function " + name);
    return this.entries[object][index];
  }
  bind(object, name, state) { return new Entry(this, object, this.entry(object, name).index).bind(state); }
}

// Returns the solver: functions without a state by name, and state()$(#objects > 1 and " and " .. objects[2].type .. "()" or ""), which have those with one.
// `source` is a Response or a promise of one, the bytes, or a WebAssembly.Module.
export async function load(source) {
  source = await source;
  if (typeof Response !== "undefined" && source instanceof Response) source = await source.arrayBuffer();
  const wasm = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(wasm))
    if (kind === "function") (imports[module] ??= {})[name] = module === "env" ? of_math(name) : () => 0;
  const module = new Module(await WebAssembly.instantiate(wasm, imports));
  const solver = { about: module.about };
  module.about.objects.forEach((object, i) => {
    const own = class extends State {};
    for (const f of object.functions) {
      if (f.name === "tune") continue;
      // A state with tuned values also has the functions that look at these alone.
      if (f.needs_state || module.about.tune.length)
        own.prototype[f.name] = function (...values) { return module.entry(i, f.name).run(this.at, values); };
      if (!f.needs_state) solver[f.name] = (...values) => module.entry(i, f.name).run(0, values);
    }
    if (object.type) solver[object.type] = () => new own(module, i);
  });
  return solver;
}
