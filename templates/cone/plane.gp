$(include("cone/look.gp"))
$(datablock("set", corners, "%.9g %.9g"))
set title "$(name): friction cone in the plane, mu = $(plain(mu, 3))" noenhanced
set size ratio -1; set xlabel 'tangential force (N)'; set ylabel 'normal force (N)'
plot $set with filledcurves fc rgb '#fff3d6' notitle, \
  $set with lines lw 2 lc rgb '#b63a2b' title 'what holds'
