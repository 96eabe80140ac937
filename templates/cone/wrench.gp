$(include("cone/look.gp"))
$(datablock("inner", inner, "%.9g %.9g"))
$(datablock("outer", outer, "%.9g %.9g"))
set title "$(name): wrenches at 1 N of load, CoP in the middle, fy = 0" noenhanced
set size ratio -1; set xlabel 'fx (N)'; set ylabel 'tz / length (N)'
plot $outer with filledcurves fc rgb '#eef4fb' notitle, \
  $inner with filledcurves fc rgb '#fff3d6' notitle, \
  $outer with lines lw 2 lc rgb '#1565c0' title 'outer, $(faces) faces a corner', \
  $inner with lines lw 2 lc rgb '#b63a2b' title 'inner'
