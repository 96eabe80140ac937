$(datablock("loops", loops, "%.7g %.7g", per_loop, 2))
$(include("common/look.gp"))
//@ for i, colour in ipairs { "#1565c0", "#b63a2b", "#2e7d32", "#f5a742" } do
set linetype $(i) linecolor rgb '$(colour)' linewidth 1.8
//@ end
set title "$(name): slow loops, amplitude in breakaways" noenhanced
set grid linecolor rgb '#dddddd'; set key bottom right
set xlabel 'position ($(is_rotary and "mrad" or "mm"))'; set ylabel 'bristle ($(is_rotary and "N m" or "N"))'
plot \
//@ for i, a in ipairs(amplitudes) do
  $loops index $(i - 1) using 1:2 with lines linetype $(i) title '$(plain(a))', \
//@ end
  NaN notitle
