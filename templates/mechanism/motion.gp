$(datablock("run", run, ("%.8g "):rep(columns)))
set multiplot layout $(d == 0 and 2 or has_friction and 4 or 3),1 title "$(name): the motion of its scenario" noenhanced
set xlabel 't (s)'; set grid; set lmargin 12; set rmargin 16; set key outside right center
set ylabel 'coordinates'
plot for [i=2:$(n + 1)] $run using 1:i with lines title word("$(names)", i) noenhanced
//@ if d > 0 then
set ylabel 'contact point (m)'
plot for [i=$(point):$(point + d - 1)] $run using 1:i with lines title word("$(names)", i) noenhanced
set yrange [0:*]; set ylabel 'normal force (N)'
plot $run using 1:$(point + d) with lines title word("$(names)", $(point + d)) noenhanced
set yrange [*:*]
//@ if has_friction then
set ylabel 'friction (N)'
plot for [i=$(point + d + 1):$(point + 2*d)] $run using 1:i with lines title word("$(names)", i) noenhanced
//@ end
//@ else
set ylabel 'energy (J)'
plot for [i=$(point):$(has_potential and point + 1 or point)] $run using 1:i with lines title word("$(names)", i) noenhanced
//@ end
unset multiplot
