"use strict";
document.documentElement.classList.add("has-script");
const data = id => { const e = document.getElementById(id); return e && JSON.parse(e.textContent); };
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const again = [];
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => again.forEach(f => f()));

/* The limit surface: a net of rows x columns points, turned with the mouse. */
(function surface() {
  const s = data("surface-data");
  if (!s) return;
  const canvas = document.getElementById("surface"), c = canvas.getContext("2d");
  const names = s.names ?? ["fx", "fy", "torque"], wires = s.wires ?? [];
  const hues = { ellipsoid: 45, inner: 145, outer: 5 };
  let turn = 0.7, tilt = 0.45, from = null;
  const choices = document.getElementById("surface-wires");
  for (const w of choices ? wires : []) {
    const label = document.createElement("label"), box = document.createElement("input");
    w.hue = hues[w.name.split(" ")[0]] ?? 300;
    Object.assign(box, { type: "checkbox", checked: w === wires[0] });
    w.box = box;
    box.addEventListener("input", draw);
    label.style.borderBottom = `3px solid hsl(${w.hue} 75% 50%)`;
    label.append(box, ` ${w.name}`);
    choices.append(label, " ");
  }
  function project([x, y, z]) {
    const a = x * Math.cos(turn) - y * Math.sin(turn), b = x * Math.sin(turn) + y * Math.cos(turn);
    const k = 0.36 * canvas.height;
    return [canvas.width / 2 + k * a, canvas.height / 2 - k * (z * Math.cos(tilt) + b * Math.sin(tilt)),
      b * Math.cos(tilt) - z * Math.sin(tilt)];
  }
  function draw() {
    c.clearRect(0, 0, canvas.width, canvas.height);
    const faces = [], at = (i, j) => s.points[i * s.columns + j % s.columns];
    for (let i = 0; i + 1 < s.rows; i++)
      for (let j = 0; j < s.columns; j++) {
        const corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)].map(project);
        faces.push({ corners, depth: corners.reduce((sum, p) => sum + p[2], 0) });
      }
    faces.sort((a, b) => b.depth - a.depth);
    for (const f of faces) {
      const near = Math.max(0, Math.min(1, 0.5 - f.depth / 8));
      c.beginPath();
      f.corners.forEach((p, i) => i ? c.lineTo(p[0], p[1]) : c.moveTo(p[0], p[1]));
      c.closePath();
      c.fillStyle = `hsl(${215 - 30 * near} ${45 + 20 * near}% ${28 + 42 * near}% / ${wires.some(w => w.box?.checked) ? 0.72 : 0.93})`;
      c.fill();
      c.strokeStyle = "rgb(0 0 0 / .18)";
      c.stroke();
    }
    c.lineWidth = 1.6;
    for (const w of wires.filter(w => w.box?.checked))
      for (const [a, b] of w.ends) {
        const p = project(a), q = project(b);
        c.strokeStyle = `hsl(${w.hue} 75% 50% / ${p[2] + q[2] < 0 ? 1 : 0.35})`; /* the far side is faint */
        c.beginPath(); c.moveTo(p[0], p[1]); c.lineTo(q[0], q[1]); c.stroke();
      }
    c.lineWidth = 1;
    c.fillStyle = c.strokeStyle = colour("--ink");
    c.font = `${canvas.height / 32}px sans-serif`;
    [[names[0], [1.35, 0, 0]], [names[1], [0, 1.35, 0]], [names[2], [0, 0, 1.3]]].forEach(([word, end]) => {
      const p = project(end), o = project(end.map(v => v * 0.78));
      c.beginPath(); c.moveTo(o[0], o[1]); c.lineTo(p[0], p[1]); c.stroke();
      c.fillText(word, p[0] + 6, p[1]);
    });
  }
  canvas.addEventListener("pointerdown", e => { from = [e.clientX, e.clientY]; if (e.isTrusted) canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointerup", () => { from = null; });
  canvas.addEventListener("pointermove", e => {
    if (!from) return;
    turn += (e.clientX - from[0]) / 150;
    tilt = Math.max(-1.57, Math.min(1.57, tilt + (e.clientY - from[1]) / 150));
    from = [e.clientX, e.clientY];
    draw();
  });
  again.push(draw);
  draw();
})();

/* The scenario: columns of one unit share a panel; a cursor shows all values. */
(function motion() {
  const m = data("motion-data");
  if (!m) return;
  const canvas = document.getElementById("motion"), c = canvas.getContext("2d");
  const slider = document.getElementById("motion-time"), say = document.getElementById("motion-say");
  const units = [...new Set(m.units.slice(1))].filter(u => m.units.slice(1).some((v, i) => v === u && m.names[i + 1] !== "status"));
  const high = 170, left = 86, hues = [215, 25, 145, 280, 0, 180, 60, 320];
  canvas.height = units.length * high + 30;
  slider.max = m.rows.length - 1;
  const x = t => left + (canvas.width - left - 20) * (t - m.rows[0][0]) / (m.rows.at(-1)[0] - m.rows[0][0] || 1);
  function draw() {
    const now = +slider.value;
    c.clearRect(0, 0, canvas.width, canvas.height);
    c.font = "14px sans-serif";
    units.forEach((unit, k) => {
      const columns = m.names.map((n, i) => i).filter(i => i > 0 && m.units[i] === unit && m.names[i] !== "status");
      let low = Infinity, top = -Infinity;
      for (const row of m.rows) for (const i of columns) { low = Math.min(low, row[i]); top = Math.max(top, row[i]); }
      const room = 0.06 * (top - low) || 1e-12;
      low -= room; top += room;
      const y0 = k * high + 12, h = high - 36, y = v => y0 + h * (top - v) / (top - low);
      c.strokeStyle = colour("--line");
      c.strokeRect(left, y0, canvas.width - left - 20, h);
      c.fillStyle = colour("--soft");
      c.textAlign = "right";
      c.fillText(top.toPrecision(3), left - 6, y0 + 12);
      c.fillText(low.toPrecision(3), left - 6, y0 + h);
      c.fillText(unit, left - 6, y0 + h / 2 + 4);
      c.textAlign = "left";
      let word = left + 8;
      columns.forEach((i, n) => {
        c.strokeStyle = c.fillStyle = `hsl(${hues[n % hues.length]} 70% 50%)`;
        c.beginPath();
        m.rows.forEach((row, r) => r ? c.lineTo(x(row[0]), y(row[i])) : c.moveTo(x(row[0]), y(row[i])));
        c.stroke();
        const text = `${m.names[i]} ${m.rows[now][i].toPrecision(5)}`;
        c.fillText(text, word, y0 + h + 17);
        word += c.measureText(text).width + 18;
      });
    });
    c.strokeStyle = colour("--mark");
    c.beginPath();
    c.moveTo(x(m.rows[now][0]), 0);
    c.lineTo(x(m.rows[now][0]), canvas.height - 30);
    c.stroke();
    say.textContent = `${m.names[0]} = ${m.rows[now][0].toPrecision(5)} ${m.units[0]}`;
  }
  slider.addEventListener("input", draw);
  again.push(draw);
  draw();
})();
