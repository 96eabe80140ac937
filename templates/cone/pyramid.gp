$(include("cone/look.gp"))
$(datablock("inner", inner, "%.9g %.9g %.9g", 3))
$(datablock("outer", outer, "%.9g %.9g %.9g", 3))
set title "$(name): friction cone, mu = $(plain(mu, 3)), $(faces) faces" noenhanced
set parametric; set urange [0:2*pi]; set vrange [0:1]; set isosamples 73,9; set samples 73
set xlabel 'first tangent (N)' rotate parallel; set ylabel 'second tangent (N)' rotate parallel
set zlabel 'normal (N)' rotate parallel; set view 62,35; set xyplane at 0
splot $(plain(mu, 9))*v*cos(u), $(plain(mu, 9))*v*sin(u), v with lines lw 0.5 lc rgb '#f5c98a' title 'exact', \
  $outer with lines lw 1.5 lc rgb '#1565c0' title 'outer', \
  $inner with lines lw 2 lc rgb '#b63a2b' title 'inner'
