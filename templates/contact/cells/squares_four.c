//@ local V = name .. "_vector"
//@ -- |q|^2 of four vectors, and minus the largest in low and high.
$(four("  const " .. V .. " q2# = qx#*qx# + (qy#*qy# + " .. real(stride_tiny) .. "); /* never 0 */"))
  const $(V) low = $(name)_least(-q20, -q21), high = $(name)_least(-q22, -q23);
