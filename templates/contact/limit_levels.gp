$(include("common/look.gp"))
$(include("common/below.gp"))
//@ local colours = { "#f5a742", "#d9663a", "#8e2a4a", "#3b0f3a" }
$(datablock("sections", sections, "%.6g %.6g", #sections // 2 // #forces, 2))
set title "$(name): limit surface over the normal force" noenhanced
set xrange [0:1.1]; set yrange [0:*]; set xlabel 'force along x / (mu fn)'
set ylabel 'torque about the centre of pressure / (mu fn) (mm)'
plot \
//@ for i, fn in ipairs(forces) do
  $sections index $(i - 1) with lines lw 2.5 lc rgb '$(colours[i])' title 'fn = $(plain(fn, 3)) N'$(i < #forces and ", \\" or "")
//@ end
