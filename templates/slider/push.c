/* ---- the continuous model and pure translation ---------------------------- */

//@ if is_tall then
/* The slip speed of the continuous model from all = x^2 + y^2 + w^2, w^2 and k^2. */
static $(real) $(name)_free_slip($(real) all, $(real) w2, $(real) k2)
{ /* (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1 */
  const $(real) half = $(real(0.5))*(all - k2), root = $(sqrt)(half*half + w2*k2);
  return $(sqrt)(half > $(real(0)) ? half + root : w2*k2/(root - half));
}

//@ end
int $(name)_friction($(tuned)const $(real) twist[3], $(real) force[3], $(real) point[2])
{
  $(name)_problem p;
  $(name)_point r;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_zero(force, 3);
  $(name)_zero(point, 2);
  if (!($(name)_nan(twist, 3) == $(real(0)))) return $(NAME)_BAD_INPUT;
  $(name)_pose($(tuning)&p, twist[0], twist[1], twist[2], $(real(0)));
  /* Friction depends on the direction of the twist alone: squares must not overflow. */
  const $(real) v[$(is_tall and 4 or 3)] = {p.x, p.y, p.w$(is_tall and ", p.k" or "")};
  $(real) largest = $(real(0));
  for (int i = 0; i < $(is_tall and 4 or 3); i++) {
    const $(real) size = v[i] < $(real(0)) ? -v[i] : v[i];
    if (size > largest) largest = size;
  }
  if (!(largest > $(real(0)))) return $(NAME)_OK;
  p.x /= largest;
  p.y /= largest;
  p.w /= largest;
//@ if is_tall then
  p.k /= largest;
//@ end
  const $(real) all = p.x*p.x + p.y*p.y + p.w*p.w;
//@ if is_tall then
  const $(real) slip = $(name)_free_slip(all, p.w*p.w, p.k*p.k);
//@ else
  const $(real) slip = $(sqrt)(all);
//@ end
  $(name)_at(&p, slip, &r);
  const $(real) f[3] = {$(times("force_t"))r.a, $(times("force_o"))r.b, $(times("force_r"))r.c};
//@ if is_tall then
  const $(real) below[2] = {-$(times("lean_t"))r.a, -$(times("lean_o"))r.b};
//@ else
  const $(real) below[2] = {$(real(0)), $(real(0))};
//@ end
  if (!($(name)_nan(f, 3) + $(name)_nan(below, 2) == $(real(0)))) return $(NAME)_BAD_INPUT;
  $(name)_put(force, f, 3);
  $(name)_put(point, below, 2);
  return $(NAME)_OK;
}

int $(name)_translate($(tuned)const $(real) v[2], const $(real) force[2],
//@ if has_dt then
  $(real) v1[2], $(real) impulse[2])
//@ else
  $(real) dt, $(real) v1[2], $(real) impulse[2])
//@ end
{
//@ if has_dt then
  const $(real) dt = $(NAME)_DT;
//@ end
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_zero(v1, 2);
  $(name)_zero(impulse, 2);
  if ($(name)_is_bad(v, 2, dt) || $(name)_is_bad(force, 2, dt)) return $(NAME)_BAD_INPUT;
  const $(real) grip = $(times("mu_g"))dt;
  const $(real) ux = v[0] + dt*($(times("per_mass"))force[0]$(is_tilted and plus("gravity_x") or ""));
  const $(real) uy = v[1] + dt*($(times("per_mass"))force[1]$(is_tilted and plus("gravity_y") or ""));
//@ if is_round then
  const $(real) size = $(sqrt)(ux*ux + uy*uy), most = $(times("et"))grip; /* PS (46), (47) */
  const $(real) share = size > most ? most/size : $(real(1));
  const $(real) change[2] = {-share*ux, -share*uy};
//@ else
  $(real) change[2] = {-ux, -uy}, slip, rx = $(times("per_et"))ux, ry = $(times("per_eo"))uy;
  int status = $(NAME)_OK;
  if (rx*rx + ry*ry > grip*grip) { /* PS (44) */
    $(name)_problem p;
    $(name)_point r;
    $(name)_pose($(tuning)&p, ux, uy, $(real(0)), grip);
    status = $(name)_solve(&p, &slip, &r);
    change[0] = $(times("et"))grip*r.a;
    change[1] = $(times("eo"))grip*r.b;
  }
//@ end
  const $(real) after[2] = {ux + change[0], uy + change[1]};
  const $(real) push[2] = {$(times("mass"))change[0], $(times("mass"))change[1]};
  if (!($(name)_nan(after, 2) + $(name)_nan(push, 2) == $(real(0)))) return $(NAME)_BAD_INPUT;
//@ if not is_round then
  if (status < $(NAME)_OK) return status;
//@ end
  $(name)_put(v1, after, 2);
  $(name)_put(impulse, push, 2);
  return $(is_round and NAME .. "_OK" or "status");
}

$(include("slider/quasistatic.c"))
