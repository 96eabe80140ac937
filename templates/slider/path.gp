$(datablock("run", run, ("%.8g "):rep(columns)))
$(datablock("hulls", hulls, "%.7g %.7g", corners + 1))
$(datablock("arms", arms, "%.7g %.7g", 2))
$(include("common/look.gp"))
set title "$(name): path, with patch, contact point and load every $(plain(snapshot, 3)) s" noenhanced
set size ratio -1; set xlabel 'x (mm)'; set ylabel 'y (mm)'
$(include("common/below.gp"))
//@ if #pushes > 0 then
$(datablock("pushes", pushes, "%.7g %.7g %.7g %.7g"))
//@ end
plot $hulls using 1:2 with lines lw 1 lc rgb '#b0b0b0' title 'patch', \
  $run using (1e3*$2):(1e3*$3) with lines lw 2 lc rgb '#1565c0' title 'centre of mass', \
  $run using (1e3*$12):(1e3*$13) with lines lw 1 dt 3 lc rgb '#b63a2b' notitle, \
  $arms using 1:2 with lines lw 1.2 lc rgb '#f5a742' notitle, \
//@ if #pushes > 0 then
  $pushes using 1:2:3:4 with vectors filled head lw 2 lc rgb '#2e7d32' title 'load, at its line of action', \
//@ end
  $arms using 1:2 every 2::1 with points pt 7 ps 0.8 lc rgb '#b63a2b' title 'equivalent contact point'
