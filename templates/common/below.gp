set key outside bottom center horizontal; set bmargin 5.5
