-- judge.lua: holds lines case,quantity,value against answers.csv.
--
--   lua5.4 judge.lua ENGINE < NUMBERS
--
-- Exit code 0: every number that the engine gave is within its bound.
local here = arg[0]:match("^(.*/)") or ""
local got, missed = {}, 0
for line in io.lines() do
  local case, quantity, value = line:match("^([^,]+),([^,]+),([^,]+)$")
  if case then got[case .. "," .. quantity] = tonumber(value) end
end
print(("%-10s %-10s %12s %12s %10s"):format(arg[1], "", "answer", "got", "off/bound"))
for line in io.lines(here .. "answers.csv") do
  local case, quantity, _, value, bound = line:match("^([^,]+),([^,]+),([^,]+),([^,]+),([^,]+),")
  local answer, own = tonumber(value), got[case .. "," .. quantity]
  if answer then
    local off = own and math.abs(own - answer) / tonumber(bound)
    if off and not (off <= 1) then missed = missed + 1 end
    print(("%-10s %-10s %12.6g %12s %10s"):format(case, quantity, answer,
      own and ("%.6g"):format(own) or "-", off and ("%.3g%s"):format(off, off <= 1 and "" or "  MISS") or "-"))
  end
end
os.exit(missed == 0)
