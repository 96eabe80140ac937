//@ if blend_has_v2 then
      const $(real) v2 = vx*vx + vy*vy + $(tiny);
//@ end
      const $(real) s = $(sqrt)(vx*vx + vy*vy + $(tiny));
      const $(real) ux = vx/s; /* 0 at rest */
      const $(real) uy = vy/s;
//@ if is_elastoplastic then
      const $(real) n = $(sqrt)(zx*zx + zy*zy + $(tiny));
      const $(real) ex = zx/n;
      const $(real) ey = zy/n;
//@ end
$(declare(zmax_slopes, 6))
//@ if has_fading then
$(declare(fading_slopes, 6))
//@ end
//@ if is_elastoplastic then
      const $(real) t = $(NAME)_T_SCALE*(n/zmax) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
      const $(real) sine = $(name)_half_sine(t), part = $(name)_half_sine($(real(0.5))*t);
      const $(real) abar = t > $(real(-1)) ? $(real(0.5)) + (t < $(real(1)) ? sine : $(real(0.5))) : $(real(0));
      const int is_yielding = t > $(real(-1)) && t < $(real(1));
      const $(real) abar1 = is_yielding ? $(NAME)_ABAR_SLOPE*($(real(1)) - $(real(8))*part*part) : $(real(0)); /* by n/zmax */
//@ end
$(declare(blended_slopes, 6))
