# compensate.gp: draws the rows of compensate.c: for each controller the share of axes whose
# error is below so many counts of the encoder.
#   gnuplot -e "rows='rows.csv'" compensate.gp > compensate.svg
if (!exists("rows")) rows = "rows.csv"
set terminal svg size 820,520 dynamic background rgb 'white' font 'sans-serif,13'
set datafile separator ','
set logscale x
set xlabel 'RMS error of the position (counts of the encoder)'
set ylabel 'share of the axes'
set key bottom right
set grid linecolor rgb '#dddddd'
set border linecolor rgb '#555555'; set tics out nomirror
stats rows skip 1 using 2 nooutput
n = STATS_records
array name[7] = ["PD", "PID", "Coulomb and viscous", "the same, adapted", "bristle, desired speed", \
  "bristle, measured speed", "_compensate"]
array colour[7] = ["#555555", "#7b3fa0", "#f5a742", "#b63a2b", "#2e7d32", "#9bb7d4", "#1565c0"]
plot for [k = 1:7] rows skip 1 using 2*k:(1.0/n) smooth cnormal with lines linewidth (k == 7 ? 3 : 1.6) \
  linecolor rgb colour[k] title name[k]
