-- incipient_slip.lua: how much of a contact sticks while the force on it grows.
--
--   bristle run incipient_slip.lua [SPEC.lua] [OUT.svg]
--
-- Prints the force over its limit, and the shares of load and area that stick;
-- draws them if a file is named and gnuplot is installed.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec, picture = arg[1] or here .. "../contact/incipient_slip.lua", arg[2]

local pad = bristle.jit(spec)
local fn, speed, dt = 2, 1e-5, 1e-3
local limit = -select(1, pad:limit({ speed, 0, 0 }, fn))
local state, rows, last, seen = pad:state(), {}, 0, nil
for i = 1, 1e5 do
  local force = -select(1, state:step({ speed, 0, 0 }, fn, dt))
  local load, area = state:stick({ speed, 0, 0 }, fn)
  if force / limit > last + 0.005 then
    rows[#rows + 1], last = ("%.6f %.6f %.6f"):format(force / limit, load, area), force / limit
  end
  if not seen and area < 0.95 then seen = force / limit end
  if force > 0.9999 * limit or load == 0 then break end
end
for i = 1, #rows, #rows // 20 do print(rows[i]) end
print(("5 %% of the area slips at %.0f %% of the limit force"):format(100 * seen))

if picture then
  local data = picture:gsub("%.%w+$", "") .. ".dat"
  local file = assert(io.open(data, "w"))
  file:write(table.concat(rows, "\n"), "\n")
  file:close()
  local plot = assert(io.popen("gnuplot", "w"))
  plot:write(([[
set terminal svg size 560,330 font "sans,13" background "white"
set output "%s"
set xlabel "force / limit force"
set ylabel "share that sticks"
set xrange [0:1]
set yrange [0:1.05]
set grid lc rgb "#dddddd"
set key bottom left
set arrow from 0.8,0 to 0.8,1.05 nohead dt 2 lc rgb "#888888"
plot "%s" using 1:2 with lines lw 2 lc rgb "#0060a0" title "of the load", \
     "%s" using 1:3 with lines lw 2 lc rgb "#c04000" title "of the area"
]]):format(picture, data, data))
  plot:close()
  os.remove(data)
end
