$(include("common/look.gp"))
set key outside bottom center horizontal
