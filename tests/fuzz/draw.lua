-- draw.lua: random numbers of a mode, and texts with numbers in them.
local draw = { extreme = false }

function draw.lin(low, high) return low + (high - low) * math.random() end
function draw.log(low, high) return low * math.exp(draw.lin(0, math.log(high / low))) end
function draw.coin(chance) return math.random() < chance end
function draw.whole(low, high) return math.random(low, high) end
function draw.pick(things) return things[math.random(#things)] end
function draw.clamp(x, low, high) return math.min(math.max(x, low), high) end

-- Logarithmic in the range of the mode. Extreme values lie at an end at times.
function draw.span(moderate, extremes)
  local range = draw.extreme and extremes or moderate
  if draw.extreme and draw.coin(0.08) then return draw.pick(range) end
  return draw.log(range[1], range[2])
end

function draw.of_mode(moderate, extremes) return draw.extreme and extremes or moderate end

-- The text with each $ replaced by the next number or text.
function draw.fill(text, ...)
  local values, at = { ... }, 0
  return (text:gsub("%$", function()
    at = at + 1
    local value = values[at]
    return type(value) == "number" and ("%.5g"):format(value) or value
  end))
end

function draw.table_of(word, keys) return ("%s { %s }"):format(word, table.concat(keys, ", ")) end
function draw.spec_of(word, keys) return ("return %s {\n  %s,\n}\n"):format(word, table.concat(keys, ",\n  ")) end

return draw
