/* ---- quasi-static pushing ------------------------------------------------ */

/* A push (fx, fy) at the point (x, y) moves the body by the twist (fx/et^2, fy/eo^2,
 * (x*fy - y*fx)/er^2) times a speed, as the ECP is below the centre of mass. */
static void $(name)_give($(tuned)const $(real) at[2], $(real) fx, $(real) fy, $(real) twist[3])
{
//@ if #tune > 0 then
  (void)tuning; /* where no number here is tuned */
//@ end
  twist[0] = $(times("per_et2"))fx;
  twist[1] = $(times("per_eo2"))fy;
  twist[2] = $(times("per_er2"))(at[0]*fy - at[1]*fx);
}

/* The push that balances friction at a twist. */
static void $(name)_balance($(tuned)const $(real) twist[3], $(real) force[2])
{
//@ if #tune > 0 then
  (void)tuning; /* where no number here is tuned */
//@ end
  const $(real) x = $(times("et"))twist[0], y = $(times("eo"))twist[1], w = $(times("er"))twist[2];
  const $(real) size = $(sqrt)(x*x + y*y + w*w);
  force[0] = size > $(real(0)) ? $(times("force_t"))(x/size) : $(real(0));
  force[1] = size > $(real(0)) ? $(times("force_o"))(y/size) : $(real(0));
}

/* PS (38)-(40), also for et != eo: the twist with which the point `at` has the
 * velocity v. No small number is the difference of two large ones, unless v is across
 * to the line from the centre of mass to `at`. */
static void $(name)_stick($(tuned)const $(real) at[2], const $(real) v[2], $(real) twist[3])
{
//@ if #tune > 0 then
  (void)tuning; /* where no number here is tuned */
//@ end
  const $(real) x = at[0], y = at[1], outward = x*v[0] + y*v[1];
  const $(real) cx = $(times("eo2"))x, cy = $(times("et2"))y;
  const $(real) all = $(named("er2")) + cx*x + cy*y;
  twist[0] = ($(times("er2"))v[0] + cx*outward)/all;
  twist[1] = ($(times("er2"))v[1] + cy*outward)/all;
  twist[2] = (cx*v[1] - cy*v[0])/all;
}

static int $(name)_give_push($(tuned)const $(real) twist[3], $(real) *to, $(real) *force)
{
  $(real) push[2];
  $(name)_balance($(tuning)twist, push);
  if (!($(name)_nan(twist, 3) + $(name)_nan(push, 2) == $(real(0)))) return $(NAME)_BAD_INPUT;
  $(name)_put(to, twist, 3);
  $(name)_put(force, push, 2);
  return $(NAME)_OK;
}

int $(name)_push($(tuned)const $(real) at[2], const $(real) velocity[2],
  $(real) twist[3], $(real) force[2])
{
  $(real) moves[3];
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_zero(twist, 3);
  $(name)_zero(force, 2);
  if (!($(name)_nan(at, 2) + $(name)_nan(velocity, 2) == $(real(0)))) return $(NAME)_BAD_INPUT;
  $(name)_stick($(tuning)at, velocity, moves);
  return $(name)_give_push($(tuning)moves, twist, force);
}

int $(name)_push_edge($(tuned)const $(real) at[2], const $(real) normal[2], $(real) mu,
  const $(real) velocity[2], $(real) twist[3], $(real) force[2], $(real) *slip)
{
  const $(real) size = $(sqrt)(normal[0]*normal[0] + normal[1]*normal[1]);
  $(real) moves[3], push[2], slides = $(real(0));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_zero(twist, 3);
  $(name)_zero(force, 2);
  if (slip) *slip = $(real(0));
  if (!($(name)_nan(at, 2) + $(name)_nan(velocity, 2) + $(real(0))*mu + $(real(0))*size == $(real(0))))
    return $(NAME)_BAD_INPUT;
  if (mu < $(real(0)) || !(size > $(real(0)))) return $(NAME)_BAD_INPUT;
  const $(real) nx = normal[0]/size, ny = normal[1]/size;
  const $(real) approach = velocity[0]*nx + velocity[1]*ny;
  if (!(approach > $(real(0)))) return $(NAME)_SEPARATED;
  $(name)_stick($(tuning)at, velocity, moves);
  $(name)_balance($(tuning)moves, push);
  const $(real) across = push[0]*nx + push[1]*ny, along = push[1]*nx - push[0]*ny;
  const int is_held = (along < $(real(0)) ? -along : along) <= mu*across;
  /* Beyond the friction cone the force lies on one of its two sides: on the side to
   * which the pusher slides if the edge moves with the pusher. */
  for (int side = -1; side <= 1 && !is_held; side += 2) {
    const $(real) t = side < 0 ? -mu : mu;
    $(real) unit[3];
    $(name)_give($(tuning)at, nx - t*ny, ny + t*nx, unit);
    const $(real) px = unit[0] - unit[2]*at[1], py = unit[1] + unit[2]*at[0];
    const $(real) rate = px*nx + py*ny;
    if (!(rate > $(real(0)))) continue;
    const $(real) speed = approach/rate;
    slides = (velocity[1] - speed*py)*nx - (velocity[0] - speed*px)*ny;
    for (int i = 0; i < 3; i++) moves[i] = speed*unit[i];
    if (side < 0 ? slides <= $(real(0)) : slides >= $(real(0))) break;
  }
  if (!($(real(0))*slides == $(real(0)))) return $(NAME)_BAD_INPUT;
  const int status = $(name)_give_push($(tuning)moves, twist, force);
  if (slip && status == $(NAME)_OK) *slip = slides;
  return status;
}

int $(name)_push_for($(tuned)const $(real) twist[3], $(real) at[2], $(real) velocity[2],
  $(real) force[2])
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  const $(real) fx = $(times("et2"))twist[0], fy = $(times("eo2"))twist[1];
  const $(real) arm = $(times("er2"))twist[2]/(fx*fx + fy*fy);
  const $(real) place[2] = {arm*fy, -arm*fx};
  const $(real) v[2] = {twist[0] - twist[2]*place[1], twist[1] + twist[2]*place[0]};
  $(name)_zero(at, 2);
  $(name)_zero(velocity, 2);
  $(name)_zero(force, 2);
  if (!($(name)_nan(twist, 3) + $(name)_nan(v, 2) + $(name)_nan(place, 2) == $(real(0))))
    return $(NAME)_BAD_INPUT;
  $(name)_put(at, place, 2);
  $(name)_put(velocity, v, 2);
  return $(name)_give_push($(tuning)twist, 0, force);
}
