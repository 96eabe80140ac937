    const $(real) q2 = qx*qx + (qy*qy + $(tiny)); /* never 0 */
    const $(real) n = $(sqrt)(q2);
    const $(real) inverse = $(real(1))/(n*m->zmax[l]);
    const $(real) t = $(NAME)_T_SCALE*(q2*inverse) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
    const $(real) abar = t < $(real(1)) ? $(real(0.5)) + $(name)_half_sine(t) : $(real(1)); /* (5) */
    const $(real) along = $(real(0.5))*inverse*((qx*vx + qy*vy) + m->s[l]*n);
