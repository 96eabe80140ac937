-- Many steps in one call do what as many calls do.
local bristle = require "bristle"
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), message)
end

local pad = bristle.jit("specs/contact/gradient_line.lua", { backend = "tcc" })
local n = 300
local twists, loads, wrenches = bristle.array(3 * n), bristle.array(n), bristle.array(3 * n)
local one, many = pad:state(), pad:state()
local expected = {}
for k = 0, n - 1 do
  local vx, w, fn = 0.01 * math.sin(0.05 * k), 0.2 * math.cos(0.03 * k), 2 + math.sin(0.01 * k)
  twists[3 * k + 1], twists[3 * k + 3], loads[k + 1] = vx, w, fn
  for _, v in ipairs { one:step({ vx, 0, w }, fn, 1e-3) } do expected[#expected + 1] = v end
end
assert(many:step_many(n, twists, loads, 1e-3, wrenches) == nil)
for i = 1, 3 * n do assert(wrenches[i] == expected[i], i) end
assert(one:save() == many:save())

-- One input for all steps, no output, no step at all.
for _ = 1, 10 do one:step({ 0.01, 0, 0 }, 3, 1e-3) end
many:step_many(4, { 0.01, 0, 0 }, 3, 1e-3)
many:step_many(6, bristle.array { 0.01, 0, 0 }, bristle.array(6, 3), 1e-3, nil)
many:step_many(0, { 0.01, 0, 0 }, 3, 1e-3)
assert(one:save() == many:save())
assert(many:step_many(2, { 0, 0, 0 }, bristle.array { 1, -1 }, 1e-3) == "separated")

fails("step_many: step 2 of 3: bad input", many.step_many, many, 3, { 0, 0, 0 }, bristle.array { 1, 0 / 0, 1 }, 1e-3)
fails("twist must have 9 numbers for 3 steps, got 6", many.step_many, many, 3, bristle.array(6), 1, 1e-3)
fails("wrench must be an array of 9 numbers or nil", many.step_many, many, 3, { 0, 0, 0 }, 1, 1e-3, bristle.array(3))
fails("must be a number of steps", many.step_many, many, -1, { 0, 0, 0 }, 1, 1e-3)

-- Arrays.
local a = bristle.array { 1, 2, 3 }
assert(#a == 3 and a[2] == 2 and #bristle.array(4, 7) == 4 and bristle.array(4, 7)[4] == 7)
assert(#a:table() == 3 and a:fill(5)[3] == 5)
local sum = 0
for _, v in ipairs(a) do sum = sum + v end
assert(sum == 15)
fails("index 0 is outside 1..3", function() return a[0] end)
fails("index 4 is outside 1..3", function() a[4] = 1 end)
fails("item 2 is a string", bristle.array, { 1, "x" })
