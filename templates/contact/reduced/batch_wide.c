//@ local V = name .. "_vector"
//@ local lane_v = "    const " .. name .. "_real v[3] = {m->v[0][l], m->v[1][l], m->v[2][l]};"
/* Blocks of $(batch_lanes) contacts, one contact per lane. No number crosses lanes: a lane ends the
 * same for any neighbours. */
enum { $(name)_lanes = $(batch_lanes) };
#define $(NAME)_ALIGN __attribute__((aligned(64)))

typedef struct {
$(struct_members(crowd_struct))
//@ if has_quads and is_potential then
  $(real) at[$(batch_lanes)][4], along[$(batch_lanes)][4]; /* sums along the rows of a lane, and slopes */
//@ elseif has_quads then
  $(real) here[$(batch_lanes)][4], next[$(batch_lanes)][4]; /* sums of a lane over two nodes */
//@ end
} $(name)_block;

//@ if has_quads then
/* Four numbers of the table that lie side by side. */
typedef $(real) $(name)_quad __attribute__((vector_size($(is_float and 16 or 32))));
//@ if is_potential and is_cast then
typedef $(store) $(name)_stored __attribute__((vector_size($(({ short = 8, float = 16, double = 32 })[store]))));
//@ end

//@ end
//@ if not is_ellipsoid then
$(include(is_potential and "contact/reduced/batch_potential.c" or "contact/reduced/batch_table.c", { lane_v = lane_v, is_wide_batch = true }))

//@ end
/* Writes V of all lanes, and a trace of all numbers: a lane is odd if it is above 1, or none.
 * Returns how many lanes are odd; these need a call of their own. */
static int $(name)_admit($(name)_block *m, const $(real) *z, long long row, const $(real) *twist,
  const $(real) *fn, long long row_in)
{
  int count = 0;
  $(V) sum = {$(real(0))};
  for (int l = 0; l < $(name)_lanes; l += $(name)_lanes_wide) {
    const $(V) tw = $(name)_load(twist + 2*row_in + l)$(has_stretch and by(ratio) or ""), load = $(name)_load(fn + l);
    const $(V) vx = $(name)_load(twist + l)$(has_stretch and by(stretch_xx) or "")$(off_centre and " - tw*" .. at_y or "");
    const $(V) vy = $(name)_load(twist + row_in + l)$(has_stretch and by(stretch_yy) or "")$(off_centre and " + tw*" .. at_x or "");
    const $(V) vz = tw*$(at_r);
    const $(V) v2 = vx*vx + vy*vy + vz*vz;
    const $(V) z0 = $(name)_load(z + l), z1 = $(name)_load(z + row + l), z2 = $(name)_load(z + 2*row + l);
    const $(V) least = $(name)_least(load*$(real(1/least_fn)), $(name)_all($(real(1)))); /* 1 if fn > 0 */
    const $(V) trace = v2*$(real(1/most_v2)) + load*$(real(1/most_fn))
      + (z0*z0 + z1*z1 + z2*z2)$(by(1/most_z2)) + ($(real(1)) - least);
    $(name)_store(m->v[0] + l, vx);
    $(name)_store(m->v[1] + l, vy);
    $(name)_store(m->v[2] + l, vz);
    $(name)_store(m->v2 + l, v2);
    $(name)_store(m->s + l, $(name)_root(v2));
    $(name)_store(m->odd + l, trace);
    sum += trace;
  }
  if (!$(name)_any_above(sum, $(real(0.5)))) return 0;
  for (int l = 0; l < $(name)_lanes; l++) {
    m->odd[l] = m->odd[l] < $(real(0.00390625)) ? $(real(0)) : $(real(1));
    count += m->odd[l] > $(real(0));
  }
  return count;
}

/* Writes g/sigma0$(has_fading and " and sigma1/sigma0" or "") of all lanes. */
static void $(name)_weaken($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
//@ local members = { v2 = "m->v2[l]", s = "m->s[l]" }
//@ local seen = {}
//@ for _, block in ipairs(has_fading and { zmax, damping } or { zmax }) do
//@   for _, member in ipairs(members_read(block, slip)) do
//@     if not seen[member] then
    const $(real) $(member) = $(members[member]);
//@       seen[member] = true
//@     end
//@   end
//@ end
$(declare(zmax, 4, "g/sigma0"))
    m->zmax[l] = zmax;
//@ if has_fading then
$(declare(damping, 4, "sigma1/sigma0"))
    m->damping[l] = damping;
//@ end
  }
}

$(step == "exponential" and include("contact/phi_wide.c") .. "\n" or "")$(include("contact/reduced/advance_wide.c"))

/* Steps a block of contacts, whose rows are `row` and `row_in` numbers apart. Returns how
 * many of them are odd; then only m is written. */
static int $(name)_step_crowd($(name)_block *m, $(real) *z, long long row,
  const $(real) *twist, const $(real) *fn, long long row_in, $(real) dt, $(real) *wrench)
{
  const int count = $(name)_admit(m, z, row, twist, fn, row_in);
  if (count > 0) return count;
//@ if not is_ellipsoid then
  $(name)_locate_all(m);
//@ end
//@ if is_blocked then
  $(name)_refine_all(m);
//@ end
//@ if not is_ellipsoid then
  $(name)_read_all(m);
//@ end
  $(name)_weaken(m);
  for (int l = 0; l < $(name)_lanes; l += 2*$(name)_lanes_wide) $(name)_relax(m, l$(is_elastoplastic and ", z + l, row" .. (is_exponential and ", dt" or "") or ""));
  for (int l = 0; l < $(name)_lanes; l += 2*$(name)_lanes_wide) $(name)_move(m, l, z + l, row, fn + l, dt);
  for (int i = 0; wrench && i < 3; i++) (void)memcpy(wrench + i*row_in, m->wrench[i], sizeof m->wrench[i]);
  return 0;
}

$(include("contact/crowd_rows.c", { crowd_of = name .. "_block", width = name .. "_lanes", align = NAME .. "_ALIGN " }))
