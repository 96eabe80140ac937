$(include("common/look.gp"))
$(include("common/palette.gp"))
//@ local across, along = sx/nx, sy/ny
$(datablock("cells", cells, ("%.6g "):rep(nx), ny, 2))
set cbrange [0:$(plain(most))]; set xrange [$(plain(-sx/2, 9)):$(plain(sx/2, 9))]
set yrange [$(plain(-sy/2, 9)):$(plain(sy/2, 9))]; set size ratio -1; set xlabel 'x (mm)'
set ylabel 'y (mm)'; set cblabel 'pressure (kPa)'
set multiplot layout 2,2 title "$(name): pressure over the normal force" noenhanced
//@ for i, fn in ipairs(forces) do
set title 'fn = $(plain(fn, 3)) N'
plot $cells index $(i - 1) matrix using (($1+0.5)*$(plain(across, 17))-$(plain(sx/2, 17))):(($2+0.5)*$(plain(along, 17))-$(plain(sy/2, 17))):3 with image notitle
//@ end
unset multiplot
