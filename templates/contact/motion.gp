//@ local v = has_body and 6 or 3 -- the column of vx
$(datablock("run", run, ("%.8g "):rep(columns)))
set multiplot layout $(has_body and 5 or 4),1 title '$(name)' noenhanced margins 0.12, 0.88, 0.06, 0.94 spacing 0, 0.055
set style data lines; set for [i=1:5] linetype i linewidth 1.6
set linetype 5 linecolor rgb '#c03030'; set offsets 0, 0, graph 0.06, graph 0.06
set key bottom right at graph 1, graph 1.02 horizontal maxrows 1 samplen 2; set grid
set xrange [0:$(plain(duration, 17))]; set ytics nomirror; set y2tics
//@ if has_body then
set ylabel 'position ($(place_unit)m)'; set y2label 'angle ($(angle_unit)rad)'
plot $run u 1:($3*$(plain(place))) t 'x', $run u 1:($4*$(plain(place))) t 'y', $run u 1:($5*$(plain(angle))) axes x1y2 t 'theta'
//@ end
set ylabel 'velocity ($(speed_unit)m/s)'; set y2label 'spin ($(spin_unit)rad/s)'
plot $run u 1:($$$(v)*$(plain(speed))) t 'vx', $run u 1:($$$(v + 1)*$(plain(speed))) t 'vy', $run u 1:($$$(v + 2)*$(plain(spin))) axes x1y2 t 'w'
set ylabel 'friction ($(force_unit)N)'; set y2label 'torque ($(torque_unit)N m)'
plot $run u 1:($$$(v + 3)*$(plain(force))) t 'fx', $run u 1:($$$(v + 4)*$(plain(force))) t 'fy', $run u 1:($$$(v + 5)*$(plain(torque))) axes x1y2 t 'tau'
unset y2tics; unset y2label; set ylabel 'normal force ($(normal_unit)N)'
plot $run u 1:($2*$(plain(normal))) notitle
set xlabel 'time (s)'; set ylabel 'energy ($(energy_unit)J)'
plot for [i=0:4] $run u 1:(column(i+$(v + 6))*$(plain(energy))) t word("work injected stored kinetic dissipated", i+1)
unset multiplot
