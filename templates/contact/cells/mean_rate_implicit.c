  const $(real) rx = keep*vx - lose*zx; /* mean rate over the step */
  const $(real) ry = keep*vy - lose*zy;
