$(include("cone/look.gp"))
set multiplot layout 2,2 title "$(name): sections at 1 N of load, other forces 0; $(faces) faces a corner" noenhanced
$(include("cone/section.gp", { inner = inner1, outer = outer1, across = "fx (N)", along = "fy (N)" }))
$(include("cone/section.gp", { inner = inner2, outer = outer2, across = "fx (N)", along = "tz / length (N)" }))
$(include("cone/section.gp", { inner = inner3, outer = outer3, across = "fy (N)", along = "tz / length (N)" }))
$(include("cone/section.gp", { inner = inner4, outer = outer4, across = "tx / length (N)", along = "ty / length (N)" }))
unset multiplot
