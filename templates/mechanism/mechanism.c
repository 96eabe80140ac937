/* $(name).c: the mechanism "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

//@ if #tune > 0 then
/* ---- parameters --------------------------------------------------------- */

$(include("common/constants.c"))

$(include("common/tuning.c"))

//@ end
//@ if inline ~= "" then
#if defined(__GNUC__) && !defined(__TINYC__)
#define $(NAME)_INLINE inline __attribute__((always_inline))
#else
#define $(NAME)_INLINE
#endif

//@ end
/* ---- the matrices ------------------------------------------------------- */

/* Results of the factorisations of M, A M^-1 A' (r) and J J' (p): L below the
 * diagonal, e the inverse pivots; X = M^-1 A', G = (J J')^-1 J A' of the surface.
 * Entries that are the same number at every state are left out. */
typedef struct {
  $(real) Q[$(n)], b[$(m)];
//@ if has_contact then
  $(real) w[$(d)], c[$(d)]; /* slip, and its rate where qdd is 0 */
//@ end
//@ if members ~= "" then
  $(real) $(members);
//@ end
} $(name)_terms;

static $(inline)int $(name)_set($(tuned)const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  $(name)_terms *k)
{
//@ for _, name in ipairs(unused(terms, (#tune > 0 and "tuning " or "") .. "q v u t")) do
  (void)$(name);
//@ end
//@ if #pivots.outputs > 0 then
  int status = $(NAME)_NOT_UNIQUE;
  /*@ dynamic_split status; */ /* for Eva: the cases apart */
//@ end
//@ for _, line in ipairs(terms.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ for _, pivot in ipairs(pivots.outputs) do
  if (!($(pivot.value) > $(real(0)))) return status;
//@ end
$(outputs(terms))
//@ if #pivots.outputs > 0 then
  status = $(NAME)_OK;
  return status;
//@ else
  return $(NAME)_OK;
//@ end
}

/* Solves [M -A'; A 0] [da; dl] = [g; h]. */
static $(inline)void $(name)_system(const $(name)_terms *k, const $(real) *g, const $(real) *h,
  $(real) *da, $(real) *dl)
{
//@ for _, name in ipairs(unused(system, "k")) do
  (void)$(name);
//@ end
$(code(system))
}

/* Writes A'l. */
static void $(name)_reaction(const $(name)_terms *k, const $(real) *l, $(real) *out)
{
//@ for _, name in ipairs(unused(reaction, "k l")) do
  (void)$(name);
//@ end
$(code(reaction))
}

//@ if has_contact then
/* Writes J'f. */
static $(inline)void $(name)_pull(const $(name)_terms *k, const $(real) *f, $(real) *out)
{
//@ for _, name in ipairs(unused(pull, "k f")) do
  (void)$(name);
//@ end
$(code(pull))
}

/* Writes G l, the normal force. */
static $(inline)void $(name)_normal(const $(name)_terms *k, const $(real) *l, $(real) *out)
{
//@ for _, name in ipairs(unused(normal, "k l")) do
  (void)$(name);
//@ end
$(code(normal))
}

/* Writes the part of Q along the surface. */
static void $(name)_tangential(const $(name)_terms *k, $(real) *out)
{
//@ for _, name in ipairs(unused(tangential, "k")) do
  (void)$(name);
//@ end
$(code(tangential))
}

//@ if has_law then
static $(real) $(name)_dot(const $(real) *a, const $(real) *b)
{
  $(real) sum = $(real(0));
  for (int i = 0; i < $(d); i++) sum += a[i]*b[i];
  return sum;
}

//@ end
//@ end
/* ---- the motion --------------------------------------------------------- */

/* Accelerations a and multipliers l at one state, and their intermediate results */
typedef struct {
  $(name)_terms k;
  $(real) a[$(n)], l[$(m)];
//@ if has_contact then
  $(real) normal[$(d)], load; /* n, N */
  $(real) friction[$(d)];
//@ end
//@ if has_law then
  $(real) a0[$(n)], l0[$(m)]; /* without friction */
  $(real) r[$(n)], p[$(m)], n1[$(d)]; /* changes of a, l, n by a force phi */
  $(real) s, e[$(d)]; /* slip: its size and direction */
  $(real) phi[$(d)]; /* f = -N*phi */
//@ end
//@ if nz > 0 then
  $(real) dz[$(nz)];
//@ end
//@ if settles then
  $(real) z[$(nz)]; /* the bristles */
//@ end
//@ if is_unilateral then
  int is_lifted; /* the surface would have to pull, and has no force */
//@ end
//@ if sticks then
  int is_held, is_starting; /* at rest: stays, or starts to slide */
  $(real) lift[$(d)]; /* J a less its target: along the normals */
  $(real) T[2][$(d)], Ta[2][$(n)], Tl[2][$(m)], H[2][2]; /* unit forces along the surface */
//@ end
} $(name)_motion;

/* The assumed motion of a contact: its present motion; or, within a step, sliding along
 * its slip (along `direction` if it has none of that sign), or coming to rest
 * at the end of a stage of length tau that starts at the velocities v$(settles and "; or with\n * bristles at the end of a stage of length tau that starts at z" or ""). */
enum { $(name)_either, $(name)_sliding, $(name)_resting$(settles and ", " .. name .. "_settling" or "") };
typedef struct {
  int kind;
//@ if sticks then
  $(real) direction[$(d)], v[$(n)], tau;
//@ end
//@ if settles then
  const $(real) *z;
  $(real) tau;
//@ end
} $(name)_mode;

//@ if nz > 0 then
/* Writes the slip's size and direction, which are 0 at rest. */
static $(inline)void $(name)_slip($(name)_motion *o)
{
  o->s = $(sqrt)($(name)_dot(o->k.w, o->k.w));
  for (int i = 0; i < $(d); i++) o->e[i] = o->s > $(real(0)) ? o->k.w[i]/o->s : $(real(0));
}

//@ end
//@ if is_unilateral then
$(include("mechanism/lift.c"))

//@ end
$(include(motion))

$(include("mechanism/calls.c"))

$(include("mechanism/slopes.c"))

$(include("mechanism/jac.c"))

$(include("mechanism/newton.c"))

$(include("mechanism/course.c"))

$(include("mechanism/step.c"))

$(include("mechanism/selftest.c"))
