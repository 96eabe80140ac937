  const $(real) a = $(name)_relaxation(zx + dt*vx, zy + dt*vy, vx, vy$(has_reach and ", reach" or ""));
  $(real) rx = vx, ry = vy; /* mean rate over the step */
  if (a > $(real(0))) {
    const $(real) phi = $(name)_phi(a*dt);
    rx = (vx - a*zx)*phi;
    ry = (vy - a*zy)*phi;
  }
