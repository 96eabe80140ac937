//@ local V = name .. "_vector"
//@ -- a of four vectors from b on, and sums, from q = qx#, qy# with its squares
//@ -- (squares_four.c) and v = vx#, vy#.
  if (!$(name)_any_above(-$(name)_least(low, high), $(named("elastic2")))) { /* all elastic */
$(four("    " .. name .. "_store(a + b + #*L, q2# - q2#);"))
$(four("    sum[#] += q2# - q2#; /* not a number if q2 is none */"))
    return;
  }
$(four("  const " .. V .. " v2# = vx#*vx# + vy#*vy#;"))
//@ if has_lines then
$(four("  const " .. V .. " g# = " .. value("stride_g") .. " + " .. name .. "_load(falloff + b + #*L);"))
$(four("  const " .. V .. " u# = q2#*(g#*g#);"))
//@ elseif has_stride_exp then
$(four("  const " .. V .. " g# = " .. value("stride_g") .. " + " .. value("stride_rise") .. "*" .. name .. "_power(v2#*" .. value("stride_falloff") .. ");"))
$(four("  const " .. V .. " u# = q2#*(g#*g#);"))
//@ else
$(four("  const " .. V .. " u# = q2#*" .. value("stride_g2") .. ";"))
//@ end
$(four("  const " .. V .. " both# = " .. name .. "_root(v2#*q2#); /* |v|*|q| */"))
$(four("  const " .. V .. " r# = " .. name .. "_inverse_root_start(u#);"))
$(four("  const " .. V .. " h# = u#*r#;"))
$(four("  const " .. V .. " e# = " .. real(1) .. " - h#*r#;"))
$(four("  const " .. V .. " f# = r#*e#;"))
//@ if is_float then
$(four("  const " .. V .. " i# = f#*" .. real(0.5) .. " + r#; /* 1/(|q|*g), scaled */"))
//@ else
$(four("  const " .. V .. " c# = e#*(e#*" .. real(0.3125) .. " + " .. real(0.375) .. ") + " .. real(0.5) .. ";"))
$(four("  const " .. V .. " i# = f#*c# + r#; /* 1/(|q|*g), scaled */"))
//@ end
$(four("  const " .. V .. " w# = " .. value("stride_steep") .. "*(q2#*i#) - " .. NAME .. "_T_SHIFT;"))
$(four("  const " .. V .. " s# = " .. name .. "_least(w#, " .. name .. "_all(" .. real(1) .. "));"))
$(four("  const " .. V .. " t# = -" .. name .. "_least(-s#, " .. name .. "_all(" .. real(1) .. ")); /* -1: breakaway, 1: zmax */"))
$(four("  const " .. V .. " along# = i#*((qx#*vx# + qy#*vy#) + both#);"))
$(four("  const " .. V .. " y# = t#*t#;"))
$(four("  " .. V .. " p# = y#*" .. real(stride_sine[#stride_sine]) .. " + " .. real(stride_sine[#stride_sine - 1]) .. ";"))
//@ for i = #stride_sine - 2, 1, -1 do
$(four("  p# = y#*p# + " .. real(stride_sine[i]) .. ";"))
//@ end
$(four("  p# = t#*p# + " .. real(stride_half) .. "; /* abar, scaled */"))
$(four("  const " .. V .. " a# = p#*along#;"))
$(four("  " .. name .. "_store(a + b + #*L, a#);"))
$(four("  sum[#] += q2#*" .. real(stride_trace) .. " + a#;"))
