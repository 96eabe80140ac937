$(datablock("fitted", fitted, "%.7g %.7g %.7g %.7g %.7g"))
//@ if has_held then
$(datablock("held", held, "%.7g %.7g %.7g %.7g %.7g"))
//@ end
$(include("common/look.gp"))
set grid linecolor rgb '#dddddd'
set multiplot title "$(name): $(law) fitted to a log, RMS $(plain(rms, 3)) $(unit)$(has_held and (", held out " .. plain(rms_held, 3)) or "")" noenhanced
set lmargin at screen 0.09
set rmargin at screen 0.97
set key at graph 1, graph 1.01 bottom right horizontal samplen 2
//@ if has_held then
set object rectangle from $(plain(cut, 8)),graph 0 to $(plain(end_, 8)),graph 1 fillcolor rgb '#eef1f6' fillstyle solid noborder behind
//@ end
set xrange [0:$(plain(end_, 8))]
set tmargin at screen 0.90
set bmargin at screen 0.62
set format x ''
set ylabel '$(output) ($(unit))'
plot $fitted using 1:3 with lines linecolor rgb '#9aa5b1' linewidth 2.4 title 'measured', \
//@ if has_held then
  $held using 1:3 with lines linecolor rgb '#9aa5b1' linewidth 2.4 notitle, \
  $held using 1:4 with lines linecolor rgb '#b63a2b' linewidth 1.2 title 'model, held out', \
//@ end
  $fitted using 1:4 with lines linecolor rgb '#1565c0' linewidth 1.2 title 'model'
set tmargin at screen 0.59
set bmargin at screen 0.47
set format x
set xlabel 'time (s)'
set ylabel 'residual'
plot \
//@ if has_held then
  $held using 1:5 with lines linecolor rgb '#b63a2b' notitle, \
//@ end
  $fitted using 1:5 with lines linecolor rgb '#1565c0' notitle
unset object
set xrange [*:*]
set tmargin at screen 0.36
set bmargin at screen 0.08
set xlabel 'speed ($(speed_unit))'
set ylabel '$(output) ($(unit))'
plot $fitted using 2:3 with points pointtype 7 pointsize 0.25 linecolor rgb '#9aa5b1' title 'measured', \
  $fitted using 2:4 with points pointtype 7 pointsize 0.15 linecolor rgb '#1565c0' title 'model'
unset multiplot
