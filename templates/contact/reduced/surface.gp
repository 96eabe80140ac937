$(datablock("h", surface, "%.5g %.5g %.5g", per_row))
set xlabel 'fx / (mu fn)'; set ylabel 'fy / (mu fn)'
set zlabel 'torque / (mu fn r)' rotate parallel; set xrange [-1.05:1.05]
set yrange [-1.05:1.05]; set zrange [-1e-9:1.1]; set xyplane at 0; set view 60, 35, 1.2
set view equal xyz; set grid; set hidden3d; unset key; set xtics 0.5 offset 0,-0.4
set ytics 0.5; set ztics 0.5; set parametric; set urange [0:2*pi]; set vrange [0:pi/2]
set isosamples 37, 10
set multiplot layout 1, 2
set title "$(name): limit surface" noenhanced
splot $h with lines lw 0.8 lc rgb '#b63a2b'
set title 'ellipsoid'
splot cos(u)*cos(v), sin(u)*cos(v), sin(v) with lines lw 0.8 lc rgb '#5f7a94'
unset multiplot
