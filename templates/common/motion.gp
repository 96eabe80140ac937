//@ local label, title = {}, {}
//@ for text in labels:gmatch("[^\t]+") do label[#label + 1] = text end
//@ for text in titles:gmatch("%S+") do title[#title + 1] = text end
$(datablock("run", run, ("%.8g "):rep(columns)))
$(include("common/look.gp"))
//@ for i = 1, #stick, 2 do
set object rectangle from $(plain(stick[i], 8)),graph 0 to $(plain(stick[i + 1], 8)),graph 1 fillcolor rgb '#e6ebf2' fillstyle solid noborder behind
//@ end
//@ for i, colour in ipairs { "#1565c0", "#b63a2b", "#2e7d32", "#f5a742", "#7b3fa0", "#555555" } do
set linetype $(i) linecolor rgb '$(colour)' linewidth 1.6
//@ end
set linetype cycle 6
set multiplot layout $(npanels),1 title "$(name): $(what)" noenhanced margins screen 0.12, 0.88, $(plain(64/height, 4)), $(plain(1 - 60/height, 4)) spacing 0, $(plain(34/height, 4))
set key at graph 1, graph 1.02 bottom right horizontal maxrows 1 samplen 2 noenhanced; set grid linecolor rgb '#dddddd'
set xrange [0:$(plain(run[#run - columns + 1], 8))]; set format x ''; set offsets 0, 0, graph 0.06, graph 0.06
//@ for p = 1, npanels do
//@ local has_right = label[2*p] ~= " "
set ylabel '$(label[2*p - 1])'; $(has_right and ("set y2label '%s'; set y2tics"):format(label[2*p]) or "unset y2label; unset y2tics")
$(p == npanels and "set format x; set xlabel 'time (s)'" or "")
plot \
//@ local n = 0
//@ for i = 1, #curves, 5 do
//@ if curves[i] == p then
//@ n = n + 1
//@ local column, is_right = curves[i + 1], curves[i + 4] == 1
  $run using 1:(column($(column))*$(plain(curves[i + 2]))) axes $(is_right and "x1y2" or "x1y1") with $(curves[i + 3] == 1 and "fsteps" or "lines") linetype $(n) $(is_right and "dashtype 2" or "") title '$(title[column])$(is_right and " (right)" or "")', \
//@ end
//@ end
  NaN notitle
//@ end
unset multiplot
