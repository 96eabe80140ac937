$(datablock("run", run, ("%.8g "):rep(columns)))
$(datablock("hulls", hulls, "%.7g %.7g", corners + 1))
$(datablock("arms", arms, "%.7g %.7g", 2))
$(include("common/look.gp"))
set multiplot
set origin 0,0.42; set size 1,0.58
set title "$(name): path, with the patch every $(plain(snapshot, 3)) s" noenhanced
set size ratio -1
$(include("common/below.gp"))
set xlabel 'x (mm)'; set ylabel 'y (mm)'
plot $hulls using 1:2 with lines lw 1 lc rgb '#9a9a9a' title 'patch', \
  $arms using 1:2 with lines lw 1.2 lc rgb '#f5a742' notitle, \
  $run using (1e3*$2):(1e3*$3) with lines lw 2 lc rgb '#1565c0' title 'centre of mass', \
  $run using (1e3*$12):(1e3*$13) with points pt 7 ps 0.4 lc rgb '#b63a2b' title 'equivalent contact point'
set origin 0,0; set size 1,0.42; set size noratio
set title 'velocity'
set xlabel 't (s)'; set ylabel 'vx, vy (m/s)'; set y2label 'w (rad/s)'; set y2tics
set xrange [*:*]; set yrange [*:*]
plot $run using 1:5 with lines lw 2 lc rgb '#b63a2b' title 'vx', \
  $run using 1:6 with lines lw 2 lc rgb '#1565c0' title 'vy', \
  $run using 1:7 axes x1y2 with lines lw 2 dt 2 lc rgb '#555555' title 'w'
unset multiplot
