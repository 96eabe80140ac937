  const $(real) a = $(name)_relaxation(zx, zy, vx, vy$(has_reach and ", reach" or ""));
  const $(real) rx = vx - a*zx;
  const $(real) ry = vy - a*zy;
