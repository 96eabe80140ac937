$(include("common/look.gp"))
$(datablock("x", along_x, "%.6g %.6g"))
$(datablock("y", along_y, "%.6g %.6g"))
$marks << EOD
//@ for i = 0, 6 do
$(plain(math.cos(math.pi/12*i))) $(plain(math.sin(math.pi/12*i)))
//@ end
EOD
set title "$(name): limit surface, Coulomb friction" noenhanced
set size ratio -1; set xrange [0:1.1]; set yrange [0:1.1]; set xlabel 'force / (mu fn)'
set ylabel 'torque / (mu fn r)'; set key inside bottom left reverse Left; set parametric
set trange [0:pi/2]; set samples 181
plot cos(t), sin(t) with lines lw 1.5 dt 2 lc rgb '#888888' title 'ellipsoid', \
  $x with lines lw 2.5 lc rgb '#b63a2b' title 'slip along x', \
  $y with lines lw 2.5 dt 2 lc rgb '#1565c0' title 'slip along y', \
  $marks with points pt 6 ps 1.1 lc rgb '#888888' title 'every 15 degrees of (v, r w)', \
  $x every 30 with points pt 7 ps 0.9 lc rgb '#b63a2b' notitle, \
  $y every 30 with points pt 7 ps 0.9 lc rgb '#1565c0' notitle
