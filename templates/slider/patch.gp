$(datablock("cells", cells, "%.7g %.7g %.6g"))
$(datablock("hull", hulls, "%.7g %.7g"))
$centre << EOD
0 0
EOD
$(include("common/look.gp"))
$(include("common/palette.gp"))
set title "$(name): patch and contact point" noenhanced
set size ratio -1; set xlabel 'x (mm)'; set ylabel 'y (mm)'
set cblabel 'pressure assumed, per newton of load (kPa/N)'; set cbrange [0:*]
set key outside bottom center horizontal; set bmargin 7; set rmargin 14
set style fill solid noborder; set parametric; set trange [0:2*pi]; set samples 181
plot $cells using 1:2:($(plain(hx/2, 9))):($(plain(hy/2, 9))):3 with boxxyerror fc palette notitle, \
  $hull using 1:2 with lines lw 2 lc rgb '#555555' title 'convex hull', \
  $(plain(shift_x, 9))*cos(t), $(plain(shift_y, 9))*sin(t) with lines lw 2 dt 2 lc rgb '#1565c0' title 'how far friction shifts the contact point', \
  $centre using 1:2 with points pt 2 ps 1.6 lw 2.5 lc rgb '#1565c0' title 'centre of mass'
