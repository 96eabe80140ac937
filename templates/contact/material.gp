$(include("common/look.gp"))
$(datablock("nominal", nominal, "%.6g %.6g %.6g"))
$(datablock("radius", radius, "%.6g %.6g"))
$(datablock("textbook", textbook, "%.6g %.6g"))
$(datablock("own", own, "%.6g %.6g"))
set multiplot layout 1,$(is_elastic and 2 or 1) title "$(name): the patch of the material over the load" noenhanced
set key at graph 1, graph 1.02 bottom right horizontal maxrows 1 samplen 2; set tmargin 5; set grid linecolor rgb '#dddddd'
set logscale x; set xrange [$(plain(radius[1], 9)):$(plain(radius[#radius - 1], 9))]; set yrange [0:*]; set xlabel 'normal force (N)'
set ylabel 'radius of the patch (mm)'
plot $radius with lines lw 2 lc rgb '#1565c0' notitle, \
  $nominal using 1:2 with points pt 7 ps 1.2 lc rgb '#1565c0' title 'fn nominal'
//@ if is_elastic then
set ylabel 'tangential stiffness (N/mm)'
plot $textbook using 1:($2/1e3) with lines lw 2 dt 2 lc rgb '#555555' title 'of the material, 8 G* a', \
  $own using 1:($2/1e3) with lines lw 2 lc rgb '#b63a2b' title 'of this contact', \
  $nominal using 1:($3/1e3) with points pt 7 ps 1.2 lc rgb '#b63a2b' notitle
//@ end
unset multiplot
