/* The playground: sliders for tuned values and inputs step the solver itself, a
 * WebAssembly module. In: load() of the glue, and the bytes of the module. */
const place = document.getElementById("playground");
const pad = await load(Uint8Array.from(atob(place.dataset.module), c => c.charCodeAt(0)));
const words = ["step", "body_step", "project"];
const word = words.find(w => pad.about.objects.some(o => o.functions.some(f => f.name === w)));
const object = pad.about.objects.find(o => o.functions.some(f => f.name === word));
const about = object.functions.find(f => f.name === word);
const state = object.type && about.needs_state ? pad[object.type]() : null;
const ranges = { "m/s": 0.02, "rad/s": 2, "N": 10, "N m": 0.1, "s": 0.01, "m": 0.1, "rad": 1, "1": 1 };
const values = {}, tuned = {}, history = [];
const shown = 400;
let time = 0;

/* Bodies start where the scenario starts: after the time its columns are pose and
 * speeds, then the inputs; bristles of the state start at 0. */
const kind = pad.about.kind, motion = data("motion-data");
const poses = !state || !motion ? 0 : kind === "slider" ? 6 : kind === "mechanism" ? 2 * (motion.names.indexOf(`d_${motion.names[1]}`) - 1) : 0;
const start = poses > 0 ? [...motion.rows[0].slice(1, 1 + poses), ...new Array(object.reals - poses).fill(0)] : null;
function restart() {
  state?.reset();
  if (start) state.set(start);
  time = 0;
}
document.getElementById("playground-say").textContent = !state ? "each slider is a component of a force; the nearest force of the cone follows."
  : start ? "each step takes the sliders as its inputs, from the scenario's start." : "one state: each step takes the sliders as its inputs.";

/* One number: { label, unit, low, high, value, change }. */
function add_slider(group, { label, unit, low, high, value, change }) {
  const row = document.createElement("label"), input = document.createElement("input"), say = document.createElement("output");
  Object.assign(input, { type: "range", min: low, max: high, step: "any", value });
  input.dataset.name = label;
  input.setAttribute("aria-label", label);
  const tell = () => { say.textContent = `${label} = ${(+input.value).toPrecision(4)} ${unit === "1" ? "" : unit}`; };
  input.addEventListener("input", () => { change(+input.value); tell(); });
  change(value);
  tell();
  row.append(say, input);
  group.append(row);
}

const units_of = port => { const list = port.unit.split(", "); return k => list[Math.min(k, list.length - 1)]; };
const forces = { 2: ["tangential", "normal"], 3: ["fx", "fy", "fz"], 4: ["fx", "fy", "torque", "fn"], 6: ["fx", "fy", "fz", "tx", "ty", "tz"] };
const axes = { twist: ["vx", "vy", "w"], load: ["fx", "fy", "torque"], wrench: ["fx", "fy", "torque"], ...(kind === "cone" && { f: forces }),
  ...(kind === "slider" && { out: ["impulse x", "impulse y", "impulse turn", "slip", "contact x", "contact y"] }) };
const input_name = k => kind === "mechanism" && start ? motion.names[1 + poses + k].replace(/^u_/, "") : null;
function name_of(port, k) {
  const count = port.rows * port.cols, list = axes[port.name];
  if (port.name === "u") return input_name(k) ?? (count === 1 ? "u" : `u ${k + 1}`);
  if (kind === "cone" && count > 1) return (port.name === "f" ? "" : "nearest ") + forces[count][k];
  return count === 1 ? port.name : list?.[k] ?? `${port.name} ${k + 1}`;
}
/* Twice what the scenario has of an input of a mechanism, whose unit is not known. */
function input_most(k) {
  const column = start ? 1 + poses + k : -1;
  return column < 0 ? 10 : 2 * Math.max(...motion.rows.map(row => Math.abs(row[column]))) || 10;
}

const inputs = document.getElementById("playground-inputs");
for (const port of about.inputs) {
  const count = port.rows * port.cols, unit = units_of(port);
  values[port.name] = new Array(count).fill(0);
  if (port.name === "t") continue; /* the time of the state, which runs by itself */
  for (let k = 0; k < count; k++) {
    const most = port.name === "u" ? input_most(k) : ranges[unit(k)] ?? 1, is_positive = port.name === "fn" || port.name === "dt";
    add_slider(inputs, { label: name_of(port, k), unit: unit(k), low: port.name === "dt" ? 1e-5 : is_positive ? 0 : -most, high: port.name === "dt" ? 2e-3 : most,
      value: port.name === "dt" ? 1e-4 : port.name === "fn" ? 1 : kind === "cone" && ["fn", "fz", "normal"].includes(forces[count]?.[k]) ? 5 : 0, change: v => { values[port.name][k] = v; } });
  }
}

const tunables = document.getElementById("playground-tuned");
const status_say = document.getElementById("playground-status");
let refused = "";
const say_status = status => { status_say.textContent = refused || (status === 0 ? "" : `The solver returned the status ${status}${status > 0 ? ", a condition" : ""}.`); };
function retune() {
  if (!state || tunables.childElementCount === 0) return;
  const status = state.tune(tuned);
  refused = status < 0 ? "These values do not go together; the solver keeps the last ones." : "";
  say_status(0);
}
for (const t of pad.about.tune ?? [])
  add_slider(tunables, { label: t.name, unit: t.unit, low: t.low, high: t.high, value: t.value, change: v => { tuned[t.name] = v; } });
tunables.addEventListener("input", retune);

/* What is shown: pose and speeds of bodies, the outputs of the step, and a
 * mechanism's forces or a cone's margin at the same inputs. */
const beside = object.functions.find(f => (kind === "mechanism" && f.name === "forces") || (kind === "cone" && f.name === "margin"));
const shown_of = { forces: ["normal", "friction"], margin: ["margin"] };
const numbers_of = (source, ports) => ports.flatMap(port => Array.from({ length: port.rows * port.cols }, (_, k) =>
  ({ source, port: port.name, k, label: name_of(port, k), unit: units_of(port)(k) })));
const outputs = [
  ...(start ? start.slice(0, poses).map((_, k) => ({ source: "state", k, label: motion.names[1 + k], unit: motion.units[1 + k] })) : []),
  ...numbers_of("step", about.outputs),
  ...(beside ? numbers_of("beside", beside.outputs.filter(p => shown_of[beside.name].includes(p.name))) : []),
].slice(0, 12);
const list = document.getElementById("playground-outputs");
for (const o of outputs) { o.say = document.createElement("output"); o.say.dataset.name = o.label; list.append(o.say); }

function step(count) {
  const call = f => {
    if (values.t) values.t[0] = time;
    return (f.needs_state ? state : pad)[f.name](...f.inputs.map(p => p.rows * p.cols === 1 ? values[p.name][0] : values[p.name]));
  };
  let result;
  for (let i = 0; i < count; i++) {
    result = call(about);
    time += values.dt?.[0] ?? 0;
  }
  const all = { step: result, beside: beside && call(beside), state: start && state.get() };
  const row = outputs.map(o => { const v = o.source === "state" ? all.state : all[o.source][o.port]; return typeof v === "number" ? v : v[o.k]; });
  outputs.forEach((o, i) => { o.say.dataset.value = row[i]; o.say.textContent = `${o.label} = ${row[i].toPrecision(5)} ${o.unit === "1" ? "" : o.unit}`; });
  say_status(result.status);
  history.push(row);
  if (history.length > shown) history.shift();
}

const canvas = document.getElementById("playground-history"), c = canvas.getContext("2d");
canvas.height = Math.max(300, 34 * outputs.length);
canvas.style.height = `${canvas.height}px`;
function draw_history() {
  canvas.width = Math.min(900, canvas.clientWidth || 900); /* letters keep their size on a phone */
  const hues = [215, 25, 145, 280, 0, 180, 60, 320], high = canvas.height / outputs.length;
  c.clearRect(0, 0, canvas.width, canvas.height);
  c.font = "14px sans-serif";
  outputs.forEach((o, i) => {
    const column = history.map(row => row[i]);
    const low = Math.min(...column, 0), top = Math.max(...column, 0), room = (top - low) || 1e-9;
    c.strokeStyle = `hsl(${hues[i % 8]} 65% 50%)`;
    c.beginPath();
    column.forEach((v, k) => c.lineTo(90 + (canvas.width - 100) * k / shown, high * (i + 0.92) - high * 0.8 * (v - low) / room));
    c.stroke();
    c.fillStyle = colour("--ink");
    c.fillText(o.label, 6, high * (i + 0.5));
  });
}

const run = document.getElementById("playground-run");
for (const name of state ? [] : ["playground-steps", "playground-history"]) document.getElementById(name).hidden = true;
if (!state) inputs.addEventListener("input", () => step(1));
document.getElementById("playground-step").addEventListener("click", () => { step(100); draw_history(); });
document.getElementById("playground-reset").addEventListener("click", () => { restart(); retune(); history.length = 0; step(1); draw_history(); });
function frame() {
  if (run.checked) { step(20); draw_history(); }
  requestAnimationFrame(frame);
}
again.push(draw_history);
restart();
retune();
step(1);
draw_history();
requestAnimationFrame(frame);
