$(datablock("factors", factors, "%.9g %.7g"))
$(include("common/look.gp"))
set title "$(name): factor on the level of friction" noenhanced
set grid linecolor rgb '#dddddd'; unset key
set xlabel 'position ($(is_rotary and "rad" or "m"))'; set ylabel 'P(q)'
plot $factors using 1:2 with lines lw 1.8 lc rgb '#1565c0'
