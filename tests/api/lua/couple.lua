-- Two pads hold a box, and a march is as many coupled steps.
local bristle = require "bristle"
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), message)
end

local spec = [[return contact {
  name = "pad", model = "reduced", real = "%s", grid = { 9, 9 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 }, couple = 2,
  friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },
}]]

for real, bar in pairs { double = 1e-12, float = 1e-6 } do
  local pad = bristle.jit(bristle.text(spec:format(real)), { backend = "tcc" })
  local states, v, f, info = { pad:state(), pad:state() }, { 0, 0, 0, 0, 0, 0 }, nil, nil
  local w = bristle.array(36) -- a box of 0.2 kg
  for i = 0, 5 do
    for j = 0, 5 do w[6 * i + j + 1] = i % 3 ~= j % 3 and 0 or i % 3 == 2 and 2000 or 5 end
  end
  for _ = 1, 200 do
    local v0 = { v[1], v[2] - 9.81e-3, v[3], v[4], v[5] - 9.81e-3, v[6] }
    v, f, info = pad:couple(states, 5, v0, w, 1e-3, v)
  end
  for i = 1, 6 do assert(math.abs(v[i]) < bar) end
  assert(math.abs(f[2] - 0.981) < 1e-3 and math.abs(f[5] - 0.981) < 1e-3)
  assert(info.residual < 1e-4 and info.evaluations >= 1 and info.status == nil)
  local _, g, apart = pad:couple(states, { 5, -1 }, v, w, 1e-3, v)
  assert(apart.status == "separated" and g[4] == 0)
  fails("couple: 1 to 2 states are needed, got 0", pad.couple, pad, {}, 5, v, w, 1e-3, v)
  fails("couple: v0 must have 6 numbers, got 1", pad.couple, pad, states, 5, { 1 }, w, 1e-3, v)
  fails("couple: states 1 and 2 are the same", pad.couple, pad, { states[1], states[1] }, 5, v, w, 1e-3, v)
  fails("not a state of this solver", pad.couple, pad, { states[1], 3 }, 5, v, w, 1e-3, v)
  w[1] = -1
  fails("couple: bad input", pad.couple, pad, states, 5, v, w, 1e-3, v)
end

local pad = bristle.jit(bristle.text(spec:format("double")), { backend = "tcc" })
local s, other, v = pad:state(), pad:state(), { 0.1, 0, 3 }
local minv, loads = { 5, 0, 0, 0, 5, 0, 0, 0, 2000 }, {}
for k = 0, 6 do table.move({ 0.1 * k, -0.2, 0.001 }, 1, 3, 3 * k + 1, loads) end
local twists, wrenches = s:march(v, minv, loads, 2, 1e-3)
for k = 0, 6 do
  local v0, f = {}, nil
  for i = 1, 3 do v0[i] = v[i] + 1e-3 * minv[4 * i - 3] * loads[3 * k + i] end
  v, f = pad:couple({ other }, 2, v0, minv, 1e-3, v)
  for i = 1, 3 do
    assert(math.abs(twists[3 * k + i] - v[i]) < 1e-12 and math.abs(wrenches[3 * k + i] - f[i]) < 1e-9)
  end
end
fails("march: minv must have 9 numbers, got 1", s.march, s, v, { 1 }, loads, 2, 1e-3)
local plain = bristle.jit(bristle.text((spec:format("double"):gsub("couple = 2,", ""))), { backend = "tcc" })
assert(plain.couple == nil and plain:state().march == nil)
