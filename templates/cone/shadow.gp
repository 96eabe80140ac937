$(datablock("exact", exact, "%.9g %.9g"))
$(datablock("inner", inner, "%.9g %.9g"))
$(datablock("outer", outer, "%.9g %.9g"))
set xlabel '$(across)'; set ylabel '$(along)'
plot $exact with filledcurves fc rgb '#fff3d6' notitle, \
  $outer with lines lw 1.5 lc rgb '#1565c0' title 'outer', \
  $exact with lines lw 1.5 lc rgb '#f5a742' title 'exact', \
  $inner with lines lw 1.5 lc rgb '#b63a2b' title 'inner'
