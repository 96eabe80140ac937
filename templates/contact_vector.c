/* Blocks of $(lanes) cells, each block in short passes: every pass is a loop with a
 * trip count known here and a short chain of operations, which compilers turn
 * into vector code. Selects discard what a lane has no use for, so no NaN gets
 * through.
//@ if blocks > 1 then
 * The last block ends at the last cell and overlaps the one before:
 * its doubled cells weigh 0 and are written twice with the same values.
//@ end
 */
#if defined(__cplusplus)
#define $(NAME)_RESTRICT __restrict
#else
#define $(NAME)_RESTRICT restrict
#endif
$(include("inline.c"))

enum { $(name)_lanes = $(lanes), $(name)_blocks = $(blocks), $(name)_last = $(cells - lanes) };

//@ if has_counts then
/* Which cells of a block count: all, but in the last the new ones. */
static const $(align)$(real) $(name)_counts[2][$(lanes)] = {{
$(rows(every_counts))}, {
$(rows(last_counts))}};
//@ end
//@ if not has_levels then
/* Shares times x and y$(has_last and ", and the weights of the last block" or ""). */
static const $(align)$(real) $(name)_wx[$(cells)] = {
$(rows(wx))};
static const $(align)$(real) $(name)_wy[$(cells)] = {
$(rows(wy))};
//@ end
//@ if has_last then
static const $(align)$(real) $(name)_last_w[$(lanes)] = {
$(rows(last_w))};
static const $(align)$(real) $(name)_last_wx[$(lanes)] = {
$(rows(last_wx))};
static const $(align)$(real) $(name)_last_wy[$(lanes)] = {
$(rows(last_wy))};
//@ end

/* What the passes leave for each other. */
typedef struct {
//@ if is_elastoplastic then
  $(real) s[$(lanes)];    /* |v| */
  $(real) zmax[$(lanes)]; /* g/sigma0 */
//@ end
  $(real) a[$(lanes)];    /* beta*sigma0*s/g */
//@ if is_exponential then
  $(real) phi[$(lanes)];  /* (1 - exp(-a*dt))/(a*dt) */
//@ elseif is_implicit then
  $(real) phi[$(lanes)];  /* share of v in the mean rate; a is that of -z */
//@ end
//@ if has_fading then
  $(real) damping[$(lanes)]; /* sigma1/sigma0 */
//@ end
  $(real) spare[$(2 * lanes)]; /* rates that nobody asked for */
  $(real) sx[$(lanes)], sy[$(lanes)], st[$(lanes)]; /* sums, lane by lane */
} $(name)_block;

$(include("math.c"))

/* First cell of block b. */
static int $(name)_first(int b)
{
  return b < $(name)_blocks - 1 ? b*$(name)_lanes : $(name)_last;
}

/* The sum of all lanes, by short chains of additions. */
$(NAME)_INLINE $(real) $(name)_total(const $(real) *v)
{
  $(real) part[8] = {$(real(0))};
  for (int b = 0; b + 8 <= $(name)_lanes; b += 8)
    for (int l = 0; l < 8; l++) part[l] += v[b + l];
  for (int l = $(name)_lanes/8*8; l < $(name)_lanes; l++) part[l % 8] += v[l];
  return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

//@ if has_body and not has_levels then
/* Weights of block b's cells. */
static const $(real) *$(name)_shares(int b)
{
  return $(has_last and "b == " .. name .. "_blocks - 1 ? " .. name .. "_last_w : " or "")$(name)_w + $(name)_first(b);
}

//@ end
//@ if is_elastoplastic then
//@ if elastic2 > 0 then
/* 1 when a bristle of the block, moved by h*v, may be above breakaway: at any
 * speed it is elastic up to s_ba*mu_c/sigma0. */
static int $(name)_yields(int b, const $(real) *zx, const $(real) *zy,
  const $(real) twist[3], $(real) h)
{
  const $(real) *const x = $(name)_x + $(name)_first(b), *const y = $(name)_y + $(name)_first(b);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(name)_bits any = 0;
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) qx = zx[l] + h*(tx - tw*y[l]);
    const $(real) qy = zy[l] + h*(ty + tw*x[l]);
    any |= $(name)_to_bits($(real(elastic2)) - (qx*qx + qy*qy)); /* the sign */
  }
  return (int)(any >> $(sign_bit));
}

//@ end
//@ end
/* What depends on the speed alone. */
static void $(name)_law($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(name)_x + $(name)_first(b), *const y = $(name)_y + $(name)_first(b);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
    const $(real) s = $(sqrt)(v2);
$(indent(zmax, 4))
//@ if is_elastoplastic then
    m->s[l] = s;
    m->zmax[l] = zmax;
//@ else
    m->a[l] = s/zmax;
//@ end
  }
}

//@ if has_fading then
/* Damping of each lane, sigma1/sigma0. */
static void $(name)_fade($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(name)_x + $(name)_first(b), *const y = $(name)_y + $(name)_first(b);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
$(indent(damping, 4))
    m->damping[l] = damping;
  }
}

//@ end
//@ if is_elastoplastic then
/* a at q = z + h*v: abar(|q|/zmax)*(q.v/|q| + s)/(2*zmax), with one root and one
 * division. */
static void $(name)_relax($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *$(NAME)_RESTRICT zx,
  const $(real) *$(NAME)_RESTRICT zy, const $(real) *$(NAME)_RESTRICT twist, $(real) h)
{
  const $(real) *const x = $(name)_x + $(name)_first(b), *const y = $(name)_y + $(name)_first(b);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) qx = zx[l] + h*vx;
    const $(real) qy = zy[l] + h*vy;
    const $(real) q2 = qx*qx + (qy*qy + $(tiny)); /* never 0 */
    const $(real) n = $(sqrt)(q2);
    const $(real) inverse = $(real(1))/(n*m->zmax[l]);
    const $(real) t = $(real(t_scale))*(q2*inverse) - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
    const $(real) sine = $(name)_half_sine(t);
    const $(real) abar = $(real(0.5)) + (t < $(real(1)) ? sine : $(real(0.5)));
    const $(real) along = $(real(0.5))*inverse*((qx*vx + qy*vy) + m->s[l]*n);
    m->a[l] = (t > $(real(-1)) ? abar : $(real(0)))*along;
  }
}

//@ end
//@ if is_exponential then
/* phi; 1 for a rate, whose dt is 0. */
static void $(name)_decay($(name)_block *m, $(real) dt)
{
  if (dt > $(real(0)))
    for (int l = 0; l < $(name)_lanes; l++) m->phi[l] = $(name)_phi(m->a[l]*dt);
  else
    for (int l = 0; l < $(name)_lanes; l++) m->phi[l] = $(real(1));
}

//@ end
//@ if is_implicit and is_elastoplastic then
static int $(name)_any_negative(const $(real) *v)
{
  $(name)_bits any = 0;
  for (int l = 0; l < $(name)_lanes; l++) any |= $(name)_to_bits(v[l]);
  return (int)(any >> $(sign_bit));
}

//@ end
//@ if is_implicit then
$(include("contact_implicit.c"))

//@ end
$(include("contact_blocks.c"))
