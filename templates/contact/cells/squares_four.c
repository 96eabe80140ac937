//@ local V = name .. "_vector"
//@ -- A statement for each of four vectors; # is the number of the vector.
//@ local function four(statement)
//@   local lines = {}
//@   for i = 0, 3 do lines[#lines + 1] = (statement:gsub("#", i)) end
//@   return table.concat(lines, "\n")
//@ end
//@ -- |q|^2 of four vectors, and minus the largest in low and high.
$(four("  const " .. V .. " q2# = qx#*qx# + (qy#*qy# + " .. real(stride_tiny) .. "); /* never 0 */"))
  const $(V) low = $(name)_least(-q20, -q21), high = $(name)_least(-q22, -q23);
