$(include("cone/look.gp"))
$(datablock("mesh", mesh, "%.6g %.6g %.6g", per_row))
$(datablock("front", front, "%.6g %.6g %.6g", 4, 2))
$(datablock("back", back, "%.6g %.6g %.6g", 4, 2))
set title "$(name): inner polytope of $(faces) faces in the exact surface" noenhanced
set view $(tilt),$(turn); set view equal xyz; set xyplane at -1.2; set xrange [-1.1:1.1]
set yrange [-1.1:1.1]; set zrange [-1.2:1.2]; set xlabel 'fx / (mu fn)' rotate parallel
set ylabel 'fy / (mu fn)' rotate parallel; set zlabel 'tau / (mu fn r)' rotate parallel
splot $mesh with lines lw 0.5 lc rgb '#f5c98a' title 'exact', \
  $back with lines lw 1 dt 3 lc rgb '#b63a2b' notitle, \
  $front with lines lw 2 lc rgb '#b63a2b' title 'inner'
