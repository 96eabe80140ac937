$(include("common/look.gp"))
$(datablock("level", level, "%.6g %.6g"))
$(datablock("steady", steady, "%.6g %.6g"))
$(datablock("small", small, "%.6g %.6g"))
$(datablock("middle", middle, "%.6g %.6g"))
$(datablock("large", large, "%.6g %.6g"))
set multiplot layout 1,2 title "$(name): the law of friction of one bristle, steady and under slow periodic motion" noenhanced
set key noenhanced at graph 1, graph 1.02 bottom right horizontal maxrows 1 samplen 2; set tmargin 5; set grid linecolor rgb '#dddddd'
set yrange [0:*]; set offsets 0, 0, graph 0.08, 0; set logscale x; set format x '10^{%T}'
set xlabel 'slip speed (m/s)'; set ylabel 'friction / load'
plot $level using 1:2 with lines lw 2 dt 2 lc rgb '#555555' title 'Stribeck curve g', \
  $steady using 1:2 with lines lw 2 lc rgb '#b63a2b' title 'steady sliding'
unset logscale x; set format x; set yrange [*:*]; set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05
set xlabel 'displacement (µm)'
plot $large using 1:2 with lines lw 2 lc rgb '#1565c0' title 'amplitude 4 mu_c/sigma0', \
  $middle using 1:2 with lines lw 2 lc rgb '#b63a2b' title '1', \
  $small using 1:2 with lines lw 2 lc rgb '#2e7d32' title '0.25'
unset multiplot
