$(include("common/look.gp"))
$(datablock("x", along_x, "%.6g %.6g"))
$(datablock("y", along_y, "%.6g %.6g"))
//@ if has_own then
$(datablock("own_x", own_x, "%.6g %.6g"))
$(datablock("own_y", own_y, "%.6g %.6g"))
//@ end
$marks << EOD
//@ for i = 0, (is_whole and 23 or 6) do
$(plain(math.cos(math.pi/12*i))) $(plain(math.sin(math.pi/12*i)))
//@ end
EOD
set title "$(name): limit surface, Coulomb friction" noenhanced
set size ratio -1; set xlabel 'force / (mu fn)'; set parametric
//@ if is_whole then
set xrange [-$(plain(most)):$(plain(most))]; set yrange [-$(plain(most)):$(plain(most))]; set trange [0:2*pi]; set samples 721; set grid
set xzeroaxis lc rgb '#999999'; set yzeroaxis lc rgb '#999999'; set key inside center reverse Left opaque
//@ else
set xrange [0:$(plain(most))]; set yrange [0:$(plain(most))]; set trange [0:pi/2]; set samples 181
set key inside bottom left reverse Left
//@ end
set ylabel 'torque / (mu fn r)'
plot cos(t), sin(t) with lines lw 1.5 dt 2 lc rgb '#888888' title 'ellipsoid', \
  $x with lines lw 2.5 lc rgb '#b63a2b' title 'slip along x', \
  $y with lines lw 2.5 dt 2 lc rgb '#1565c0' title 'slip along y', \
//@ if has_own then
  $own_x with lines lw 1.2 lc rgb '#2e7d32' title "$(own_name)", \
  $own_y with lines lw 1.2 dt 2 lc rgb '#2e7d32' notitle, \
//@ end
  $marks with points pt 6 ps 1.1 lc rgb '#888888' title 'every 15 degrees of (v, r w)', \
  $x every 30 with points pt 7 ps 0.9 lc rgb '#b63a2b' notitle, \
  $y every 30 with points pt 7 ps 0.9 lc rgb '#1565c0' notitle
