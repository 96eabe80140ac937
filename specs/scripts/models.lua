-- models.lua: which model for what: the models of one contact side by side.
--
--   bristle run specs/scripts/models.lua [SPEC.lua]
--
-- For each model of the contact: numbers of state; the time of a step in double
-- precision; bytes of flash of _step and _reset with their tables in single
-- precision on a Cortex-M4 at -Os, without libm (where arm-none-eabi-gcc is
-- installed); and, for a spec with a body and a scenario, how far from the
-- distributed model the body ends, relative to its path and its angle.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec = arg[1] or here .. "../tutorial/grip.lua"

local models = {
  { "distributed" }, { "compressed", 24 }, { "compressed", 12 }, { "reduced" }, { "ellipsoid" },
}

local function output(format, ...)
  local pipe <close> = assert(io.popen(format:format(...)))
  return pipe:read("a")
end

-- Returns the model's last pose in the scenario and its path, or nil without a
-- body that moves.
local function slip(model)
  local last, path = nil, 0
  local ok = pcall(model.sim, model, "auto", function(row)
    if last and row.x then path = path + math.sqrt((row.x - last.x) ^ 2 + (row.y - last.y) ^ 2) end
    last = row
  end)
  if ok and last and last.x then return last, path end
end

local step_time = dofile(here .. "timing.lua")
local cross = os.execute("command -v arm-none-eabi-gcc >/dev/null 2>&1")

-- Returns bytes of text and tables of _step and _reset.
local function flash(set)
  if not cross then return "-" end
  local folder = output("mktemp -d"):match("[^\n]+")
  set.real = "float"
  local model <close> = bristle.open(spec, set)
  set.real = nil
  local source = model:emit(folder)[2]
  local name = source:match("([^/]+)%.c$")
  local size = output([[cd %s && arm-none-eabi-gcc -std=c99 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os \
    -fno-math-errno -ffunction-sections -fdata-sections -c %s.c -o all.o &&
    arm-none-eabi-ld -r --gc-sections -u %s_step -u %s_reset all.o -o used.o && arm-none-eabi-size used.o]],
    folder, name, name, name)
  os.execute("rm -r " .. folder)
  return size:match("\n%s*(%d+)")
end

local exact, exact_path
print("model        bristles  numbers  step (ns)  flash (B)  error (%)")
for _, row in ipairs(models) do
  local set = { model = row[1], bristles = row[2] }
  local model <close> = bristle.open(spec, set)
  local pose, path = slip(model)
  local error = ""
  if not exact then
    exact, exact_path = pose, path
  elseif pose then
    local place = math.sqrt((pose.x - exact.x) ^ 2 + (pose.y - exact.y) ^ 2) / exact_path
    error = ("%.2f"):format(100 * math.max(place, math.abs(pose.theta / exact.theta - 1)))
  end
  print(("%-12s %8s %8d %10.0f %10s %10s"):format(row[1], row[2] or "", model:check().states, step_time(model), flash(set), error))
end
