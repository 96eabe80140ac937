$(include("common/look.gp"))
$(include("common/below.gp"))
$(include("common/palette.gp"))
set title "$(name): $(what), $(count) of $(nx*ny) cells" noenhanced
set size ratio -1; set xlabel 'x (mm)'; set ylabel 'y (mm)'
set cblabel '$(scale)'; set cbrange [0:*]
set xrange [$(plain(-sx/2, 9)):$(plain(sx/2, 9))]
set yrange [$(plain(-sy/2, 9)):$(plain(sy/2, 9))]
//@ if is_slim then
set xtics ($(plain(-sx/2)), $(plain(sx/2))); set colorbox user origin 0.75,0.2 size 0.04,0.65
//@ end
$(datablock("cop", cop, "%.9g %.9g"))
//@ if has_bristles then
$(datablock("bristles", bristles, "%.9g %.9g %.6g"))
//@ end
//@ if is_image then
$(datablock("cells", cells, ("%.6g "):rep(nx)))
plot $cells matrix using (($1+0.5)*$(plain(sx/nx, 17))-$(plain(sx/2, 17))):(($2+0.5)*$(plain(sy/ny, 17))-$(plain(sy/2, 17))):3 with image notitle, \
//@ else
$(datablock("cells", cells, "%.9g %.9g %.6g"))
set style fill solid noborder
plot $cells using 1:2:($(plain(sx/2/nx, 9))):($(plain(sy/2/ny, 9))):3 with boxxyerror fc palette notitle, \
//@ end
//@ if has_bristles then
  $bristles using 1:2:3 with points pt 7 ps variable lc rgb 'white' notitle, \
  $bristles using 1:2:($3*0.8) with points pt 7 ps variable lc rgb '#2e7d32' title 'bristles', \
//@ end
  $cop using 1:2 with points pt 2 ps 1.8 lw 5 lc rgb 'white' notitle, \
  $cop using 1:2 with points pt 2 ps 1.6 lw 2.5 lc rgb '#1565c0' title 'centre of pressure'
