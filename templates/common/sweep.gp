//@ local axis, label = {}, {}
//@ for text in axes:gmatch("[^\t]+") do axis[#axis + 1] = text end
//@ for text in labels:gmatch("[^\t]+") do label[#label + 1] = text end
//@ for k = 1, #label do
$(datablock("m" .. k, _ENV["m" .. k], ("%.8g "):rep(width)))
//@ end
$(include("common/palette.gp"))
set multiplot layout $(down),$(across) title "$(name): $(what)" noenhanced
unset key; set grid linecolor rgb '#dddddd'; set style fill solid 1 noborder
$(is_log_x and "set logscale x" or "")
$(is_log_y and "set logscale y" or "")
//@ -- Labels at both ends and halfway, where powers of ten may be missing.
//@ local function few(at) return ("(%.3g, %.3g, %.3g)"):format(ends[2*at - 1], math.sqrt(ends[2*at - 1]*ends[2*at]), ends[2*at]) end
$(has_few_x and "set xtics " .. few(1) or "")
$(has_few_y and "set ytics " .. few(2) or "")
//@ for k = 1, #label do
//@ if is_histogram then
set xtics $(("%.3g"):format(steps[k])); set format x '%g'
set xlabel '$(label[k])' noenhanced; set ylabel 'rows'; set yrange [0:*]
plot $m$(k) using 1:(0):2:3:(0):4 with boxxyerror fillcolor rgb '#1565c0'
//@ elseif is_map then
set title '$(label[k])' noenhanced; set xlabel '$(axis[1])' noenhanced; set ylabel '$(axis[2])' noenhanced
set autoscale xfix; set autoscale yfix
plot $m$(k) using 1:2:3:4:5:6:7 with boxxyerror fillcolor palette
//@ else
set xlabel '$(axis[1])' noenhanced; set ylabel '$(label[k])' noenhanced
plot $m$(k) using 1:2 with linespoints pointtype 7 pointsize 0.4 linewidth 1.6 linecolor rgb '#1565c0'
//@ end
//@ end
unset multiplot
