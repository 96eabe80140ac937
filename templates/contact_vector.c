/* $(blocks > 1 and ("Blocks of %d cells, each block"):format(lanes) or "All cells") in short passes: every pass is a loop with a
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

enum { $(name)_lanes = $(lanes), $(name)_wide = $(wide), $(name)_blocks = $(blocks), $(name)_last = $(cells - lanes) };

//@ if has_counts then
/* Which cells of a block count: all, but in the last the new ones. */
static const $(align)$(real) $(name)_counts[2][$(lanes)] = {{
$(rows(every_counts))}, {
$(rows(last_counts))}};
//@ end
//@ if is_padded then
/* Places, shares, and shares times x and y of whole vectors: the last begins at
 * cell $(cells - vector), and what the one before has weighs 0. */
static const $(align)$(real) $(name)_wide_x[$(wide)] = {
$(rows(wide_x))};
static const $(align)$(real) $(name)_wide_y[$(wide)] = {
$(rows(wide_y))};
static const $(align)$(real) $(name)_wide_w[$(wide)] = {
$(rows(wide_w))};
static const $(align)$(real) $(name)_wide_wx[$(wide)] = {
$(rows(wide_wx))};
static const $(align)$(real) $(name)_wide_wy[$(wide)] = {
$(rows(wide_wy))};
//@ elseif not has_levels then
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
  $(real) s[$(wide)];    /* |v| */
  $(real) zmax[$(wide)]; /* g/sigma0 */
//@ end
  $(real) a[$(wide)];    /* beta*sigma0*s/g */
//@ if is_exponential then
  $(real) phi[$(wide)];  /* (1 - exp(-a*dt))/(a*dt) */
//@ elseif is_implicit then
  $(real) phi[$(wide)];  /* share of v in the mean rate; a is that of -z */
//@ end
//@ if has_fading then
  $(real) damping[$(wide)]; /* sigma1/sigma0 */
//@ end
//@ if blocks > 1 then
  $(real) spare[$(2 * wide)]; /* rates that nobody asked for */
//@ end
  $(real) sx[$(wide)], sy[$(wide)], st[$(wide)]; /* sums, lane by lane */
} $(name)_block;

$(include("math.c"))

/* First cell of block b. */
$(inlined) int $(name)_first(int b)
{
  return b < $(name)_blocks - 1 ? b*$(name)_lanes : $(name)_last;
}

/* The sum of all lanes, by short chains of additions. */
$(NAME)_INLINE $(real) $(name)_total(const $(real) *v)
{
//@ local first = math.min(wide, 8)
  $(real) part[8]$(wide < 8 and " = {" .. real(0) .. "}" or ""), half[4];
  for (int l = 0; l < $(first); l++) part[l] = v[l];
//@ for from = 8, wide - 1, 8 do
  for (int l = 0; l < $(math.min(wide - from, 8)); l++) part[l] += v[$(from) + l];
//@ end
  for (int l = 0; l < 4; l++) half[l] = part[l] + part[l + 4];
  return (half[0] + half[2]) + (half[1] + half[3]);
}

//@ if has_body and not has_levels then
/* Weights of block b's cells. */
static const $(real) *$(name)_shares(int b)
{
  return $(has_last and "b == " .. name .. "_blocks - 1 ? " .. name .. "_last_w : " or "")$(name)_w + $(name)_first(b);
}

//@ end
//@ local table = name .. (is_padded and "_wide_" or "_")
//@ local xs, ys = table .. "x + " .. name .. "_first(b)", table .. "y + " .. name .. "_first(b)"
//@ if is_elastoplastic then
//@ if elastic2 > 0 then
/* 1 when a bristle of the block, moved by h*v, may be above breakaway: at any
 * speed it is elastic up to s_ba*mu_c/sigma0. */
$(inlined) int $(name)_yields(int b, const $(real) *zx, const $(real) *zy,
  const $(real) twist[3], $(real) h)
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(name)_bits any = 0;
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) qx = zx[l] + h*(tx - tw*y[l]);
    const $(real) qy = zy[l] + h*(ty + tw*x[l]);
    any |= $(name)_to_bits($(real(elastic2)) - (qx*qx + qy*qy)); /* the sign */
  }
  return (int)(any >> $(sign_bit));
}

//@ end
//@ end
/* What depends on the speed alone. */
$(inlined) void $(name)_law($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
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
$(inlined) void $(name)_fade($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
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
$(inlined) void $(name)_relax($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *$(NAME)_RESTRICT zx,
  const $(real) *$(NAME)_RESTRICT zy, const $(real) *$(NAME)_RESTRICT twist, $(real) h)
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) qx = zx[l] + h*vx;
    const $(real) qy = zy[l] + h*vy;
    const $(real) q2 = qx*qx + (qy*qy + $(tiny)); /* never 0 */
    const $(real) n = $(sqrt)(q2);
    const $(real) inverse = $(real(1))/(n*m->zmax[l]);
    const $(real) t = $(real(t_scale))*(q2*inverse) - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
    const $(real) abar = t < $(real(1)) ? $(real(0.5)) + $(name)_half_sine(t) : $(real(1));
    const $(real) along = $(real(0.5))*inverse*((qx*vx + qy*vy) + m->s[l]*n);
    m->a[l] = (t > $(real(-1)) ? abar : $(real(0)))*along;
  }
}

//@ end
//@ if is_exponential then
/* phi; 1 for a rate, whose dt is 0. */
$(inlined) void $(name)_decay($(name)_block *m, $(real) dt)
{
  if (dt > $(real(0)))
    for (int l = 0; l < $(name)_wide; l++) m->phi[l] = $(name)_phi(m->a[l]*dt);
  else
    for (int l = 0; l < $(name)_wide; l++) m->phi[l] = $(real(1));
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
