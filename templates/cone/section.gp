$(datablock("inner", inner, "%.9g %.9g"))
$(datablock("outer", outer, "%.9g %.9g"))
//@ local reach = plain(1.1*math.max(table.unpack(outer)), 3)
set size ratio -1; set xrange [-$(reach):$(reach)]; set yrange [-$(reach):$(reach)]; set xlabel '$(across)'; set ylabel '$(along)'
plot $outer with filledcurves fc rgb '#fff3d6' title 'the exact set ends here', \
  $inner with filledcurves fc rgb '#ffffff' notitle, \
  $outer with lines lw 2 lc rgb '#1565c0' title 'outer', \
  $inner with lines lw 2 lc rgb '#b63a2b' title 'inner'
