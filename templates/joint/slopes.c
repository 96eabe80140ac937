/* ---- derivatives --------------------------------------------------------------- */

/* Writes the slopes of the level by v, load and q, of the level that holds to the side
 * of `sign` by load and q, and of the damping by v. */
typedef struct {
  $(real) level[3], hold[3], damping;
} $(name)_slopes;

static void $(name)_slopes_at($(tuned)$(typed_inputs), const $(name)_law *a, $(real) sign, $(name)_slopes *to)
{
//@ local known = {}
//@ for _, c in ipairs(constants) do known[c.name] = true end
//@ local function side(key)
//@   if not known["reverse_" .. key] then return named(key) end
//@   return ("(v < %s ? %s : %s)"):format(real(0), named("reverse_" .. key), named(key))
//@ end
//@ for _, member in ipairs { "s", "place", "fall" } do
//@ if level_slopes.reads[member] then
  const $(real) $(member) = a->$(member);
//@ end
//@ end
//@ if level_slopes.reads.steep then
  const $(real) steep = a->fall > $(real(2^-59)) ? a->steep : $(real(0)); /* exp never ends at 0, its slope does */
//@ end
//@ if level_slopes.reads.size then
  const $(real) size = a->load;
//@ end
//@ if level_slopes.reads.coulomb then
  const $(real) coulomb = $(side("F_c"));
//@ end
//@ if level_slopes.reads.down then
  const $(real) down = $(side("drop"));
//@ end
//@ if level_slopes.reads.top_here then
//@ if reverse_top_name ~= top_name then
  const $(real) top_here = sign < $(real(0)) ? $(named(reverse_top_name)) : $(named(top_name));
//@ else
  const $(real) top_here = $(named(top_name));
//@ end
//@ end
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if has_load then
  const $(real) pushed = load < $(real(0)) ? $(real(-1)) : $(real(1));
//@ end
//@ if not (level_slopes.reads.top_here and reverse_top_name ~= top_name) then
  (void)sign;
//@ end
//@ if #level_slopes.temporaries > 0 then
$(temporaries(level_slopes))
//@ end
  to->level[0] = a->side*($(level_slopes.outputs[1].value));
  to->level[1] = $(has_load and "pushed*(" .. level_slopes.outputs[2].value .. ")" or real(0));
  to->level[2] = $(has_position and "a->place_q*(" .. level_slopes.outputs[3].value .. ")" or real(0));
  to->hold[0] = $(real(0));
  to->hold[1] = $(has_load and "pushed*(" .. level_slopes.outputs[4].value .. ")" or real(0));
  to->hold[2] = $(has_position and "a->place_q*(" .. level_slopes.outputs[5].value .. ")" or real(0));
//@ if has_fading then
  to->damping = a->damping > $(times("sigma1"))$(real(2^-59)) ?
    $(real(-2))*v*($(named("per_v_d"))*$(named("per_v_d")))*a->damping : $(real(0));
//@ else
  to->damping = $(real(0));
  (void)v;
//@ end
//@ if has_position then
  (void)q;
//@ end
}

/* The derivatives by z, v, load and q of the mean rate over a step, of the force, and of
 * the state after the step; rest[] are those of the deflection that the step starts from.
 * With dt = 0 the mean rate is the rate. */
static void $(name)_chain($(tuned)$(real) v, $(real) dt, const $(name)_law *a, const $(name)_slopes *by,
  const $(name)_travel *m, const $(real) rest[4], $(real) rate_d[4], $(real) force_d[4], $(real) z_d[4])
{
  $(real) gain;
  const $(real) end = $(name)_flow_slopes(m->u, m->X, m->change, &gain);
  const $(real) per_level = $(real(1))/a->level;
  const $(real) bend = v*per_level*(m->mean - end - m->u*gain); /* by the level */
  const $(real) pull = a->s/a->zmax*gain;                       /* by the deflection */
  const $(real) viscous[4] = {$(real(0)), a->viscous, $(real(0)), $(real(0))};
  for (int i = 0; i < 4; i++) {
    rate_d[i] = pull*rest[i] + (i ? bend*by->level[i - 1] : $(real(0)));
    if (i == 1) rate_d[i] += end;
    z_d[i] = rest[i] + dt*rate_d[i];
    force_d[i] = -($(times("sigma0"))z_d[i]$(has_damping and " + a->damping*rate_d[i]" or "") + viscous[i]);
  }
//@ if has_fading then
  force_d[1] -= by->damping*(v*m->mean);
//@ else
  (void)by;
//@ end
//@ if #tune > 0 then
  (void)tuning;
//@ end
}
