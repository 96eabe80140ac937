//@ local lane_v = "    const " .. name .. "_real twist[3] = {m->twist[0][l], m->twist[1][l], m->twist[2][l]};\n"
//@   .. "    " .. name .. "_slip slip;\n    " .. name .. "_slip_along(&slip, twist);\n"
//@   .. "    const " .. name .. "_real v[3] = {slip.v[0], slip.v[1], slip.v[2]};"
/* ---- many contacts ------------------------------------------------------ */

//@ if has_crowd_wide then
#ifdef $(NAME)_WIDE
$(include("contact/reduced/batch_wide.c"))
#else
//@ end
//@ if has_stretch then
$(include("contact/worse.c"))

$(include("contact/batch_loop.c"))
//@ else
/* Blocks of $(batch_lanes) contacts in short passes: loops with a trip count known here,
 * which compilers turn into vector code. Selects discard unused results of a lane: a
 * lane without a valid contact stays at zero. */
enum { $(name)_lanes = $(batch_lanes) };

typedef struct {
$(struct_members(lanes_struct))
} $(name)_block;

/* Copies `count` numbers; most often all lanes. */
$(NAME)_INLINE void $(name)_fill_lanes($(real) *to, const $(real) *from, int count)
{
  if (count == $(name)_lanes)
    (void)memcpy(to, from, $(name)_lanes*sizeof *to);
  else
    for (int l = 0; l < count; l++) to[l] = from[l];
}

/* Writes statuses from the input; a lane without a valid contact gets 0 everywhere. */
static void $(name)_admit($(name)_block *m, $(real) dt)
{
  const $(real) late = dt >= $(real(0)) ? $(real(0))*dt : $(real(1)); /* 0 if dt is valid */
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) tx = m->twist[0][l], ty = m->twist[1][l], tw = m->twist[2][l], fn = m->fn[l];
    const $(real) nan = $(real(0))*tx + $(real(0))*ty + $(real(0))*tw + $(real(0))*fn + late;
    const $(real) loaded = fn > $(real(0)) ? ($(real))$(NAME)_OK : ($(real))$(NAME)_SEPARATED;
    const $(real) status = nan == $(real(0)) ? loaded : ($(real))$(NAME)_BAD_INPUT;
    const int is_ok = status == ($(real))$(NAME)_OK;
    m->status[l] = status;
    m->twist[0][l] = is_ok ? tx : $(real(0));
    m->twist[1][l] = is_ok ? ty : $(real(0));
    m->twist[2][l] = is_ok ? tw : $(real(0));
    m->fn[l] = is_ok ? fn : $(real(0));
  }
}

//@ if not is_ellipsoid then
$(include(is_potential and "contact/reduced/batch_potential.c" or "contact/reduced/batch_table.c", { lane_v = lane_v, is_wide_batch = false }))

//@ end
/* Makes the step; a state of a refused step stays unchanged. */
static void $(name)_advance($(name)_block *m, $(real) dt)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) twist[3] = {m->twist[0][l], m->twist[1][l], m->twist[2][l]};
    const $(real) $(shortens and "was_z" or "z")[3] = {m->z[0][l], m->z[1][l], m->z[2][l]};
//@ if shortens then
    $(real) z[3];
    $(name)_shorten(was_z, z);
//@ end
    const $(real) was = m->status[l];
    $(real) rate[3], next[3], f[3], wrench[3];
    $(name)_slip c;
    $(name)_slip_along(&c, twist);
//@ if not is_ellipsoid then
//@ for d = 0, 2 do
    c.h[$(d)] = m->h[$(d)][l];
//@ end
//@ end
    $(name)_resist(&c);
//@ if is_exponential then
    const $(real) a = $(name)_drift(&c, z, dt, rate), along = $(name)_phi(a*dt);
    const $(real) about = $(is_matched and name .. "_phi(a*(dt*" .. at_k .. "))" or "along");
    rate[0] *= along;
    rate[1] *= along;
    rate[2] *= about;
//@ else
    $(name)_drift(&c, z, dt, rate);
//@ end
//@ for d = 0, 2 do
    next[$(d)] = z[$(d)] + dt*rate[$(d)];
//@ end
    $(name)_pull(&c, next, rate, m->fn[l], f);
    $(name)_centre(f, wrench);
    const int is_finite = $(name)_nan3(wrench) == $(real(0));
    const $(real) result = is_finite ? ($(real))$(NAME)_OK : ($(real))$(NAME)_BAD_STATE;
    const $(real) status = was == ($(real))$(NAME)_OK ? result : was;
    const int is_ok = status == ($(real))$(NAME)_OK;
    const int is_kept = status < $(real(0));
    m->status[l] = status;
//@ for d = 0, 2 do
    m->z[$(d)][l] = is_ok ? next[$(d)] : is_kept ? $(shortens and "was_z" or "z")[$(d)] : $(real(0));
    m->wrench[$(d)][l] = is_ok ? wrench[$(d)] : $(real(0));
//@ end
  }
}

$(include("contact/worse.c"))

/* Steps one block of `count` contacts from `first` on. Returns its worst status. */
static int $(name)_step_block($(name)_block *m, int count, long long row, $(real) *z,
  const $(real) *twist, const $(real) *fn, $(real) dt, $(real) *wrench, int *status)
{
  $(real) least = $(real(0)), most = $(real(0));
  for (int i = 0; i < 3; i++) $(name)_fill_lanes(m->twist[i], twist + i*row, count);
  for (int i = 0; i < 3; i++) $(name)_fill_lanes(m->z[i], z + i*row, count);
  $(name)_fill_lanes(m->fn, fn, count);
  $(name)_admit(m, dt);
//@ if not is_ellipsoid then
  $(name)_locate_all(m);
//@ end
//@ if is_blocked then
  $(name)_refine_all(m);
//@ end
//@ if not is_ellipsoid then
  $(name)_read_all(m);
//@ end
  $(name)_advance(m, dt);
  for (int i = 0; i < 3; i++) $(name)_fill_lanes(z + i*row, m->z[i], count);
  for (int i = 0; wrench && i < 3; i++) $(name)_fill_lanes(wrench + i*row, m->wrench[i], count);
  for (int l = 0; status && l < count; l++) status[l] = (int)m->status[l];
  for (int l = 0; l < count; l++) {
    least = m->status[l] < least ? m->status[l] : least;
    most = m->status[l] > most ? m->status[l] : most;
  }
  return (int)(least < $(real(0)) ? least : most);
}

int $(name)_step_batch(int n, $(real) *z, const $(real) *twist, const $(real) *fn,
  $(real) dt, $(real) *wrench, int *status)
{
  $(NAME)_CLEAR_UPPER;
  const long long row = n;
  $(name)_block m;
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  (void)memset(&m, 0, sizeof m); /* for lanes without contacts in the last block */
  for (int i = 0; i < n; i += $(name)_lanes) {
    const int count = n - i < $(name)_lanes ? n - i : $(name)_lanes;
    const int result = $(name)_step_block(&m, count, row, z + i, twist + i, fn + i, dt,
      wrench ? wrench + i : 0, status ? status + i : 0);
    worst = $(name)_worse(worst, result);
  }
  return worst;
}
//@ end
//@ if has_crowd_wide then
#endif
//@ end
