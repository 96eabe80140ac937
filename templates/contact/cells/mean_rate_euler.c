  const $(real) a = $(name)_relaxation(zx, zy, vx, vy);
  const $(real) rx = vx - a*zx;
  const $(real) ry = vy - a*zy;
