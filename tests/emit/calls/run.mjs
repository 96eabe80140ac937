// node run.mjs FOLDER OBJECT: makes the calls of FOLDER/calls.json on the module
// FOLDER/pad.wasm. Writes each status, the outputs and the state behind them to
// FOLDER/said.txt.
//
// Functions of Math may round the last digit another way than those of a C library: each
// value is written to FOLDER/math.txt, from where math.c gives it to the native solver.
import { readFileSync, writeFileSync } from "node:fs";

const [folder, object] = process.argv.slice(2);
const kept = [];
for (const name of ["sin", "cos", "exp", "log", "pow"]) {
  const f = Math[name];
  Math[name] = (...x) => {
    kept.push([name, x[0], x[1] ?? 0, f(...x)].join(" "));
    return f(...x);
  };
}
const { load } = await import(folder + "/pad.mjs");
const pad = await load(readFileSync(folder + "/pad.wasm"));
const said = [];
for (const call of JSON.parse(readFileSync(folder + "/calls.json"))) {
  const type = pad.about.objects[object].type;
  const s = call.state || call.tuned.length ? pad[type]() : pad;
  if (call.state) s.set(call.state);
  if (call.tuned.length)
    s.tune(Object.fromEntries(pad.about.tune.map((t, i) => [t.name, call.tuned[i]])));
  const { status, ...outputs } = s[call.name](...call.in);
  said.push(status);
  for (const name in outputs) said.push(...[outputs[name]].flatMap((x) => (x.length ? [...x] : [x])));
  if (call.state) said.push(...s.get());
}
writeFileSync(folder + "/math.txt", kept.join("\n"));
writeFileSync(folder + "/said.txt", said.join(","));
