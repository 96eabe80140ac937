/* ---- derivatives -------------------------------------------------------- */

/* The numbers in the derivatives of one cell. */
typedef struct {
$(struct_members(slopes))
} $(name)_slopes;

//@ if is_exponential then
$(include("contact/phi_slope.c"))

//@ end
//@ if is_elastoplastic then
static void $(name)_transition($(name)_slopes *c, $(real) h)
{
//@ for _, name in ipairs(unused(transition_slopes, "h")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = transition_slopes }))
}

//@ end
static void $(name)_plastic($(name)_slopes *c, $(real) h)
{
//@ for _, name in ipairs(unused(plastic_slopes, "h")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = plastic_slopes }))
}

//@ if has_fading then
static void $(name)_fading($(name)_slopes *c)
{
$(include("contact/block_members.c", { block = fading_slopes }))
}

//@ end
/* Writes the slopes at cell k. The bristle that decides beta is displaced by h*v.
 * At rest the direction of slip is 0 and s is tiny, since the law has no
 * derivative there. */
static $(name)_slopes $(name)_slopes_at($(real) zx, $(real) zy, const $(real) twist[3], int k, $(real) h$(fn_par))
{
  $(name)_slopes c;
//@ if has_reach then
  c.reach = $(reach_of_k);
//@ end
//@ if has_area and has_regions then
  c.thrust = $(reach_of_area);
//@ end
  c.zx = zx;
  c.zy = zy;
  c.vx = twist[0] - twist[2]*$(name)_y[k];
  c.vy = twist[1] + twist[2]*$(name)_x[k];
  c.v2 = c.vx*c.vx + c.vy*c.vy;
  c.s = $(sqrt)(c.v2);
  c.ux = c.s > $(real(0)) ? c.vx/c.s : $(real(0));
  c.uy = c.s > $(real(0)) ? c.vy/c.s : $(real(0));
  if (!(c.s > $(tiny))) c.s = $(tiny);
  const $(real) qx = c.zx + h*c.vx, qy = c.zy + h*c.vy;
  c.n = $(sqrt)(qx*qx + qy*qy);
  c.ex = c.n > $(real(0)) ? qx/c.n : $(real(0));
  c.ey = c.n > $(real(0)) ? qy/c.n : $(real(0));
//@ if has_fading then
  $(name)_fading(&c);
//@ end
//@ if is_elastoplastic then
//@ for _, name in ipairs(members_read(zmax, slopes)) do
  const $(real) $(name) = c.$(name);
//@ end
$(declare(zmax, 2, "g/sigma0"))
  if (c.n <= $(NAME)_S_BA*zmax) /* elastic */
    c.a = c.a_zx = c.a_zy = c.a_vx = c.a_vy = $(real(0));
  else if (c.n < zmax)
    $(name)_transition(&c, h);
  else
    $(name)_plastic(&c, h);
//@ else
  $(name)_plastic(&c, h);
//@ end
  return c;
}

/* Write drate/dz, drate/dv, dforce/dz, dforce/dv, 2x2 each, per weight and load. */
static void $(name)_rate_slopes(const $(name)_slopes *c, $(real) out[16])
{
$(include("contact/block_array.c", { block = rate_slopes }))
}

/* Writes dforce/dv of a step, 2x2, per weight and load. */
static void $(name)_force_slopes(const $(name)_slopes *c, $(real) dt, $(real) out[4])
{
//@ if is_exponential then
  const $(real) phi = $(name)_phi(c->a*dt);
  const $(real) phi1 = $(name)_phi_slope(c->a*dt);
//@ end
$(include("contact/block_array.c", { block = step_slopes }))
}
