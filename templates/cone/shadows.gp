//@ local fx, fy, tau = "fx / (mu fn)", "fy / (mu fn)", "tau / (mu fn r)"
$(include("cone/look.gp"))
set multiplot layout 1,3 title "$(name): polytopes of $(faces) faces and the exact surface, seen along each axis" noenhanced
set size ratio -1; set xrange [-1.3:1.3]; set yrange [-1.3:1.3]
$(include("cone/shadow.gp", { exact = exact1, inner = inner1, outer = outer1, across = fx, along = fy }))
$(include("cone/shadow.gp", { exact = exact2, inner = inner2, outer = outer2, across = fx, along = tau }))
$(include("cone/shadow.gp", { exact = exact3, inner = inner3, outer = outer3, across = fy, along = tau }))
unset multiplot
