$(include("cone/look.gp"))
$(datablock("round", exact, "%.9g %.9g"))
$(datablock("inner", inner, "%.9g %.9g"))
$(datablock("outer", outer, "%.9g %.9g"))
set title "$(name): friction cone at 1 N of normal force" noenhanced
set size ratio -1; set xlabel 'along the first tangent (N)'
set ylabel 'along the second tangent (N)'
set xrange [$(plain(-1.2*reach, 9)):$(plain(1.2*reach, 9))]
set yrange [$(plain(-1.2*reach, 9)):$(plain(1.2*reach, 9))]
plot $round with filledcurves fc rgb '#fff3d6' notitle, \
  $outer with lines lw 2 lc rgb '#1565c0' title 'outer, $(faces) faces', \
  $round with lines lw 2 lc rgb '#f5a742' title 'exact', \
  $inner with linespoints pt 7 ps 0.6 lw 2 lc rgb '#b63a2b' title 'inner, $(faces) faces'
