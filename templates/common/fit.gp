//@ local columns = "%.7g %.7g %.7g %.7g" .. (" %.7g %.7g %.7g"):rep(fit_outputs)
//@ local names = { output_0, fit_outputs > 1 and output_1, fit_outputs > 2 and output_2 }
$(datablock("fitted", fitted, columns))
//@ if has_held then
$(datablock("held", held, columns))
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
set format x ''
//@ local top, low = 0.90, 0.62
//@ local each = (top - low)/fit_outputs
//@ for o = 1, fit_outputs do
//@ local at = 2 + 3*o
set tmargin at screen $(plain(top - (o - 1)*each, 4))
set bmargin at screen $(plain(top - o*each + (fit_outputs > 1 and 0.01 or 0), 4))
set ylabel '$(names[o])'
plot $fitted using 1:$(at) with lines linecolor rgb '#9aa5b1' linewidth 2.4 $(o == 1 and "title 'measured'" or "notitle"), \
//@ if has_held then
  $held using 1:$(at) with lines linecolor rgb '#9aa5b1' linewidth 2.4 notitle, \
  $held using 1:$(at + 1) with lines linecolor rgb '#b63a2b' linewidth 1.2 $(o == 1 and "title 'model, held out'" or "notitle"), \
//@ end
  $fitted using 1:$(at + 1) with lines linecolor rgb '#1565c0' linewidth 1.2 $(o == 1 and "title 'model'" or "notitle")
//@ end
set tmargin at screen 0.59
set bmargin at screen 0.47
set format x
set xlabel 'time (s)'
set ylabel 'residual'
plot \
//@ for o = 1, fit_outputs do
//@ if has_held then
  $held using 1:$(4 + 3*o) with lines linecolor rgb '#b63a2b' notitle, \
//@ end
  $fitted using 1:$(4 + 3*o) with lines linecolor rgb '#1565c0' notitle$(o < fit_outputs and ", \\" or "")
//@ end
unset object
set xrange [*:*]
set tmargin at screen 0.36
set bmargin at screen 0.08
set xlabel 'speed ($(speed_unit))'
set ylabel '$(fit_outputs > 1 and "size of the " or "")$(output) ($(unit))'
plot $fitted using 2:3 with points pointtype 7 pointsize 0.25 linecolor rgb '#9aa5b1' title 'measured', \
  $fitted using 2:4 with points pointtype 7 pointsize 0.15 linecolor rgb '#1565c0' title 'model'
unset multiplot
