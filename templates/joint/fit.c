/* A pass of $(name) over a track of a log: the model at each row, and its exact derivatives
 * by the parameters. */
double exp(double), log(double), sin(double), cos(double);
//@ if prototypes ~= "" then
$(prototypes)
//@ end
//@ if has_bits then
#include <stdint.h>
void *memcpy(void *, const void *, __SIZE_TYPE__);
//@ end
typedef double $(real);
$(table_macro)
$(include("common/inline.c"))

//@ local P = fit_parameters
$(include("common/functions.c"))

$(include("joint/math.c"))
//@ if has_position then
$(include("joint/place.c"))
//@ end
//@ if has_state then
$(include(flow_template))
//@ end

/* What the law reads at an instant. */
typedef struct {
  double s, side, w, lnx, fall, steep, fade, size, place, place_q;
  double sine, cosine, bent, tilt; /* of gravity, and of its size as a load */
} $(name)_instant;

static void $(name)_fit_law(const double *p, double v, double load, double q, $(name)_instant *a)
{
  a->side = v < 0 ? -1 : 1;
  a->s = v < 0 ? -v : v;
  a->size = load < 0 ? -load : load;
  a->fade = exp(-(a->s*$(fit_per_v_d))*(a->s*$(fit_per_v_d)));
//@ if fit_has_fall then
  const double v_s = v < 0 ? $(fit_v_s_1) : $(fit_v_s_0), curve = v < 0 ? $(fit_gamma_1) : $(fit_gamma_0);
  const double x = a->s/v_s;
  const int moves = x > 1e-12;
  a->lnx = moves && curve != 2 ? log(x) : 0;
  a->w = !moves ? 0 : curve == 2 ? x*x : exp(curve*a->lnx);
  if (moves && curve == 2) a->lnx = log(x);
  a->fall = exp(-a->w);
  a->steep = moves ? curve*a->w/a->s : 0;
//@ end
//@ if has_position then
  $(name)_place(q, &a->place, &a->place_q);
//@ end
//@ if not fit_is_driven then
  a->sine = sin(q - $(fit_at));
  a->bent = a->sine < 0 ? -a->sine : a->sine;
//@ end
  (void)p;
  (void)q;
}

//@ local instant = { "s", "side", "w", "lnx", "fall", "steep", "fade", "size", "place", "place_q", "sine", "cosine", "bent", "tilt" }
//@ local function declared(block, skip)
//@   local lines = {}
//@   for _, member in ipairs(instant) do
//@     if block.reads[member] and member ~= skip then lines[#lines + 1] = ("  const double %s = i->%s;"):format(member, member) end
//@   end
//@   return table.concat(lines, "\n")
//@ end
//@ local function body(block, to)
//@   local lines = { fit_constants, declared(block) }
//@   if #block.temporaries > 0 then lines[#lines + 1] = temporaries(block) end
//@   for k, line in ipairs(block.outputs) do lines[#lines + 1] = ("  %s[%d] = %s;"):format(to, k - 1, line.value) end
//@   return table.concat(lines, "\n")
//@ end
//@ -- The functions of the two directions, and the one that chooses.
//@ local function both(what, arguments, values, one, other)
//@   local head = ("(const double *p, const %s_instant *i, %s, double *to)"):format(name, arguments)
//@   local text = {}
//@   for side, block in ipairs { one, other } do
//@     text[side] = ("static void %s_%s_%d%s\n{\n%s\n}\n"):format(name, what, side - 1, head, body(block, "to"))
//@   end
//@   text[3] = ("static void %s_%s%s\n{\n  if (i->side < 0) %s_%s_1(p, i, %s, to);\n  else %s_%s_0(p, i, %s, to);\n}")
//@     :format(name, what, head, name, what, values, name, what, values)
//@   return table.concat(text, "\n")
//@ end
//@ if has_state then
$(both("fit_zmax", "double none", "none", fit_zmax_0, fit_zmax_1))
$(both("fit_limit", "double none", "none", fit_limit_0, fit_limit_1))
//@ end
//@ if fit_is_driven then
$(include("joint/fit_drive.c", { solve = both("fit_solve", "double z, double before, double drive, double dt, double change, double end, double stretch", "z, before, drive, dt, change, end, stretch", fit_solve_0, fit_solve_1), chain = both("fit_chain", "double z, double before, double drive, double dt, double change, double end, double stretch", "z, before, drive, dt, change, end, stretch", fit_chain_0, fit_chain_1) }))
//@ else
$(both("fit_sample", "double a, double z, double yield, double slope", "a, z, yield, slope", fit_sample_0, fit_sample_1))
//@ if has_state then
$(both("fit_step", "double z, double dt, double change, double end, double stretch", "z, dt, change, end, stretch", fit_step_0, fit_step_1))
//@ end

void $(name)_pass(int n, const double *const *column, const double *p, double *model, double *slopes)
{
  const double *const dt = column[0], *const v = column[1], *const mean = column[2];
  const double *const acceleration = column[3], *const q = column[4], *const load = column[5];
  double z = 0, by[$(P)] = {0}, to[$(P + 2)], limit[$(P + 1)];
  double side = column[6][1];
  $(name)_instant at;
//@ if has_state then
  $(name)_fit_law(p, v[0], load[0], q[0], &at);
  $(name)_fit_limit(p, &at, 0, limit);
  z = p[$(fit_z0)]*limit[0];
  for (int i = 0; i < $(P); i++) by[i] = p[$(fit_z0)]*limit[1 + i];
  by[$(fit_z0)] += limit[0];
//@ end
  for (int k = 0; k < n; k++) {
    double yield = 0, slope = 0;
    $(name)_fit_law(p, v[k], load[k], q[k], &at);
//@ if has_state then
    $(name)_fit_zmax(p, &at, 0, limit);
    yield = $(name)_yield(at.side*z/limit[0], &slope);
//@ else
    /* At rest the force keeps the side of the last motion. */
    if (at.s > column[6][0]) side = at.side;
    at.side = side;
//@ end
    $(name)_fit_sample(p, &at, acceleration[k], z, yield, slope, to);
    model[k] = to[0];
    for (int i = 0; slopes && i < $(P); i++) slopes[k*$(P) + i] = to[2 + i] + to[1]*by[i];
//@ if has_state then
    if (k + 1 == n) break;
    $(name)_fit_law(p, mean[k], load[k], q[k], &at);
//@ if fit_is_held then
    /* What a load or a level that fell no longer holds is gone at once. */
    const double pull = z < 0 ? -1 : 1;
    at.side = pull;
    $(name)_fit_limit(p, &at, 0, limit);
    at.side = mean[k] < 0 ? -1 : 1;
    if (pull*z > limit[0]) {
      z = pull*limit[0];
      for (int i = 0; i < $(P); i++) by[i] = pull*limit[1 + i];
    }
//@ end
    $(name)_fit_zmax(p, &at, 0, limit);
    double stretch;
    const double u = at.side*z/limit[0], X = at.s*dt[k]/limit[0];
    const double change = $(name)_flow(u, X);
    const double end = $(name)_flow_slopes(u, X, change, &stretch);
    $(name)_fit_step(p, &at, z, dt[k], change, end, stretch, to);
    z = to[0];
    for (int i = 0; i < $(P); i++) by[i] = to[2 + i] + to[1]*by[i];
//@ end
  }
  (void)side;
  (void)limit;
  (void)dt;
  (void)mean;
}
//@ end
