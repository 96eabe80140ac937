$(datablock("forward", forward, "%.7g %.7g", points, 2))
//@ if has_reverse then
$(datablock("reverse", reverse, "%.7g %.7g", points, 2))
//@ end
$(include("common/look.gp"))
//@ local x, f = is_rotary and "rad" or "m", is_rotary and "N m" or "N"
//@ for i, colour in ipairs { "#1565c0", "#b63a2b", "#2e7d32" } do
set linetype $(i) linecolor rgb '$(colour)' linewidth 1.8
//@ end
set multiplot layout 1,2 title "$(name): friction of steady motion" noenhanced
set grid linecolor rgb '#dddddd'; set yrange [0:*]; set ylabel 'friction ($(f))'
set key outside bottom center horizontal; set xlabel 'speed ($(x)/s)'
//@ for _, scale in ipairs { "set logscale x", "unset logscale x" } do
$(scale)
plot \
//@ for l = 1, lines do
  $forward index $(l - 1) using 1:2 with lines linetype $(l) title '$(lines > 1 and "load " .. plain(loads[l], 3) .. " " .. f or "forward")', \
//@ if has_reverse then
  $reverse index $(l - 1) using 1:2 with lines linetype $(l) dashtype 2 title '$(lines > 1 and "reverse" or "reverse")', \
//@ end
//@ end
  NaN notitle
//@ end
unset multiplot
