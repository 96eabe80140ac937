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
const axes = { twist: ["vx", "vy", "w"], load: ["fx", "fy", "torque"], wrench: ["fx", "fy", "torque"] };
const name_of = (port, k) => port.rows * port.cols === 1 ? port.name : axes[port.name]?.[k] ?? `${port.name} ${k + 1}`;

const inputs = document.getElementById("playground-inputs");
for (const port of about.inputs) {
  const count = port.rows * port.cols, unit = units_of(port);
  values[port.name] = new Array(count).fill(0);
  if (port.name === "t") continue; /* the time of the state, which runs by itself */
  for (let k = 0; k < count; k++) {
    const most = ranges[unit(k)] ?? 1, is_positive = port.name === "fn" || port.name === "dt";
    add_slider(inputs, { label: name_of(port, k), unit: unit(k), low: port.name === "dt" ? 1e-5 : is_positive ? 0 : -most, high: port.name === "dt" ? 2e-3 : most,
      value: port.name === "dt" ? 1e-4 : port.name === "fn" ? 1 : 0, change: v => { values[port.name][k] = v; } });
  }
}

const tunables = document.getElementById("playground-tuned");
const status_say = document.getElementById("playground-status");
function retune() {
  const status = state?.tune(tuned);
  status_say.textContent = status < 0 ? "These values do not go together; the solver keeps the last ones." : "";
}
for (const t of pad.about.tune ?? [])
  add_slider(tunables, { label: t.name, unit: t.unit, low: t.low, high: t.high, value: t.value, change: v => { tuned[t.name] = v; } });
tunables.addEventListener("input", retune);

const outputs = about.outputs.flatMap(port => Array.from({ length: port.rows * port.cols }, (_, k) =>
  ({ port: port.name, k, label: name_of(port, k), unit: units_of(port)(k) }))).slice(0, 8);
const list = document.getElementById("playground-outputs");
for (const o of outputs) { o.say = document.createElement("output"); o.say.dataset.name = o.label; list.append(o.say); }

function step(count) {
  let result;
  for (let i = 0; i < count; i++) {
    if (values.t) values.t[0] = time;
    result = (state ?? pad)[word](...about.inputs.map(p => p.rows * p.cols === 1 ? values[p.name][0] : values[p.name]));
    time += values.dt?.[0] ?? 0;
  }
  const row = outputs.map(o => { const v = result[o.port]; return typeof v === "number" ? v : v[o.k]; });
  outputs.forEach((o, i) => { o.say.dataset.value = row[i]; o.say.textContent = `${o.label} = ${row[i].toPrecision(5)} ${o.unit}`; });
  if (result.status < 0) status_say.textContent = `the solver returned status ${result.status}`;
  history.push(row);
  if (history.length > shown) history.shift();
}

const canvas = document.getElementById("playground-history"), c = canvas.getContext("2d");
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
document.getElementById("playground-step").addEventListener("click", () => { step(100); draw_history(); });
document.getElementById("playground-reset").addEventListener("click", () => { state?.reset(); if (state) retune(); time = 0; history.length = 0; step(1); draw_history(); });
function frame() {
  if (run.checked) { step(20); draw_history(); }
  requestAnimationFrame(frame);
}
again.push(draw_history);
if (state && tunables.childElementCount) retune();
step(1);
draw_history();
requestAnimationFrame(frame);
