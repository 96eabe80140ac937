$(include("common/look.gp"))
$(include("common/below.gp"))
$(datablock("slide", slide, "%.6g %.6g"))
$(datablock("some", some, "%.6g %.6g"))
$(datablock("much", much, "%.6g %.6g"))
set title "$(name): forces that friction resists" noenhanced
set bmargin 9; set size ratio -1; set xlabel 'fx / (mu fn)'; set ylabel 'fy / (mu fn)'
set xrange [-$(plain(most)):$(plain(most))]; set yrange [-$(plain(most)):$(plain(most))]; set grid
set parametric; set trange [0:2*pi]; set samples 361;
set arrow 1 from $(plain(-along_x, 6)),$(plain(-along_y, 6)) to $(plain(along_x, 6)),$(plain(along_y, 6)) nohead lw 1.5 dt 2 lc rgb '#444444'
plot cos(t), sin(t) with lines lw 1.5 dt 3 lc rgb '#888888' title 'mu in all directions', \
  $slide with lines lw 2.5 lc rgb '#b63a2b' title 'slides', \
  $some with lines lw 2 dt 2 lc rgb '#1565c0' title 'r w at 30 degrees of the slip', \
  $much with lines lw 2 dt 4 lc rgb '#2e7d32' title 'r w at 60 degrees', \
  NaN, NaN with lines lw 1.5 dt 2 lc rgb '#444444' title 'axis of mu'
