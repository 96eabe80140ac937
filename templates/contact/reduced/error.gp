$(include("common/palette.gp"))
$(datablock("e", errors, ("%.4g "):rep(per_row)))
set title "$(name): error of the table, at most $(plain(bound, 3)) (proven), $(bytes) bytes" noenhanced
set xlabel 'direction of sliding (degrees)'
set ylabel 'angle of (v, r w) from sliding (degrees)'
set cblabel 'error / 1000 of the largest force'; set xrange [0:360]; set yrange [0:90]
set cbrange [0:*]; set xtics 45 out nomirror; set ytics 15 out nomirror
plot $e matrix using ($1*$(360 // per_row)):2:3 with image notitle
