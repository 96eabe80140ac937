/* ---- body ----------------------------------------------------------------- */

/* Pose and velocity y = (q, v), M dv/dt = load + gravity + contacts*F'*wrench and
 * V = F*v, with the bristles by $(scheme_name): linearly implicit, of order $(scheme_order),
 * L-stable, $(scheme_stages) stages that share one Jacobian, a solution of order $(scheme_order - 1) for the
 * error. Stage i: (e*I - J) u_i = f(y + sum a_ij u_j) + (1/h) sum c_ij u_j with
 * e = 1/(gamma*h); the last u is the error. The method is stiffly accurate: what the last
 * stage evaluates is what the stage before does plus its u, and the new y is that plus the
 * last u. */
enum { $(name)_stages = $(scheme_stages) };
static const $(NAME)_TABLE $(real) $(name)_scheme_a[$(scheme_stages*scheme_stages)] = {
$(rows(scheme_a, scheme_stages))};
static const $(NAME)_TABLE $(real) $(name)_scheme_c[$(scheme_stages*scheme_stages)] = {
$(rows(scheme_c, scheme_stages))};
//@ if has_tuned_inertia then

/* Returns the mass, kg, or for i = 2 the moment of inertia, kg m^2. */
static $(real) $(name)_inertia(int i)
{
  return i < 2 ? $(named("body_mass")) : $(named("body_inertia"));
}
//@ else
static const $(NAME)_TABLE $(real) $(name)_inertia[3] = {$(real(mass)), $(real(mass)), $(real(inertia))};
//@ end

/* The system linearised at the start of a step. */
typedef struct {
  $(real) e;          /* 1/(gamma*h) */
  $(real) frame[9];   /* F */
  $(real) twist_q[9]; /* slope of F*v by q */
  $(real) force_q[9]; /* slope of F'*wrench by q */
  $(real) wrench_v[9]; /* slope of the wrench by V, bristles eliminated */
  $(real) inverse[9]; /* of the 3x3 system for the change of v */
} $(name)_linear;

static void $(name)_copy($(real) *$(NAME)_RESTRICT out, const $(real) *$(NAME)_RESTRICT from, int count)
{
  for (int i = 0; i < count; i++) out[i] = from[i];
}

static void $(name)_gain($(real) *$(NAME)_RESTRICT out, const $(real) *$(NAME)_RESTRICT by, int count)
{
  for (int i = 0; i < count; i++) out[i] += by[i];
}

/* Adds factor*sum over j of c[j]*terms[j*size ...] to out, all terms in one pass. */
static void $(name)_add($(real) *$(NAME)_RESTRICT out, const $(real) *$(NAME)_RESTRICT terms, const $(real) *c,
  $(real) factor, int count, int size)
{
  $(real) by[$(scheme_stages)];
  for (int j = 0; j < count; j++) by[j] = factor*c[j];
//@ local parts = {}
//@ for n = 1, scheme_stages - 1 do
//@   parts[n] = ("by[%d]*terms[%si]"):format(n - 1, n == 1 and "" or n == 2 and "size + " or ("%d*size + "):format(n - 1))
  if (count == $(n))
    for (int i = 0; i < size; i++) out[i] += $(table.concat(parts, " + "));
//@ end
}

/* Writes M*v, or M'*v if `turned`. */
static void $(name)_apply(const $(real) m[9], int turned, const $(real) v[3], $(real) out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = turned ? m[i]*v[0] + m[3 + i]*v[1] + m[6 + i]*v[2] : m[3*i]*v[0] + m[3*i + 1]*v[1] + m[3*i + 2]*v[2];
}

//@ if has_shares then
$(include("contact/cells/spread.c"))

//@ end
$(include("contact/body/frame.c"))

/* Writes dy/dt at y with the bristles z; their rate goes to `rate`. */
static int $(name)_body_rates(const $(real) y[6], const $(real) *z, const $(real) load[3], $(real) fn,
  $(real) dy[6], $(real) *rate, $(real) wrench[3])
{
  $(real) f[9], twist[3], force[3];
  $(name)_frame(y, f);
  $(name)_apply(f, 0, y + 3, twist);
  /* The inputs are finite. A twist within the step may overflow. */
  if ($(name)_rates(z, twist, fn, rate, wrench) != $(NAME)_OK) return $(NAME)_BAD_STATE;
  $(name)_apply(f, 1, wrench, force);
  for (int i = 0; i < 3; i++) {
    dy[i] = y[3 + i];
    dy[3 + i] = (load[i] + $(factor(contacts))force[i])/$(name)_inertia$(has_tuned_inertia and "(i)" or "[i]");
  }
  return $(NAME)_OK;
}

/* Writes the inverse of `given`. Returns 0 if there is none. Rows are scaled to a largest
 * number of 1, so that no product overflows. */
static int $(name)_invert(const $(real) given[9], $(real) out[9])
{
  $(real) m[9], scale[3];
  for (int i = 0; i < 3; i++) {
    $(real) largest = $(real(0));
    for (int j = 0; j < 3; j++) {
      const $(real) size = given[3*i + j] < $(real(0)) ? -given[3*i + j] : given[3*i + j];
      if (size > largest) largest = size;
    }
    scale[i] = $(real(1))/largest;
    for (int j = 0; j < 3; j++) m[3*i + j] = given[3*i + j]*scale[i];
  }
  const $(real) cofactor[9] = {
    m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
    m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
    m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3]};
  const $(real) determinant = m[0]*cofactor[0] + m[1]*cofactor[3] + m[2]*cofactor[6];
  for (int i = 0; i < 9; i++) out[i] = cofactor[i]/determinant*scale[i % 3];
  return $(name)_nan(out, 9) == $(real(0));
}

/* Prepares M*e - contacts*(F'*dwrench*D + slope of F'), D = dV/dv, for a step of that e. Its
 * rows are divided by M*e before the inversion, whose products could overflow otherwise. */
static int $(name)_linearise($(name)_body *b, const $(real) y[6], const $(real) wrench[3], $(real) fn, $(real) e,
  $(name)_linear *k)
{
  const $(real) h = $(real(1))/e;
  $(real) twist[3], matrix[9], ease[3];
  k->e = e;
  $(name)_frame(y, k->frame);
  $(name)_frame_slopes(y + 3, wrench, k);
  $(name)_apply(k->frame, 0, y + 3, twist);
  $(name)_condense(&b->w, b->w.z, twist, fn, e, k->wrench_v);
  for (int i = 0; i < 3; i++) ease[i] = h/$(name)_inertia$(has_tuned_inertia and "(i)" or "[i]");
  for (int j = 0; j < 3; j++) {
    $(real) d[3], f[3], force[3];
    for (int i = 0; i < 3; i++) d[i] = k->frame[3*i + j] + h*k->twist_q[3*i + j];
    $(name)_apply(k->wrench_v, 0, d, f);
    $(name)_apply(k->frame, 1, f, force);
    for (int i = 0; i < 3; i++)
      matrix[3*i + j] = (i == j ? $(real(1)) : $(real(0))) - ease[i]*($(factor(contacts))(force[i] + h*k->force_q[3*i + j]));
  }
  if (!$(name)_invert(matrix, k->inverse)) return 0;
  for (int i = 0; i < 9; i++) k->inverse[i] *= ease[i % 3];
  return $(name)_nan(k->inverse, 9) == $(real(0));
}

/* Solves a stage: r and the bristles' `rate` are its right-hand side, u and uz
 * the solution. */
static void $(name)_solve($(name)_body *b, const $(name)_linear *k, $(real) fn, const $(real) r[6],
  const $(real) *rate, $(real) u[6], $(real) *uz)
{
  const $(real) h = $(real(1))/k->e;
  $(real) moved[3], turned[3], change[3], wrench[3], more[3], force[3];
  $(name)_fold(&b->w, b->w.z, rate, b->w.part, fn, k->e, wrench);
  $(name)_apply(k->twist_q, 0, r, moved);
  $(name)_apply(k->force_q, 0, r, turned);
  for (int i = 0; i < 3; i++) moved[i] *= h;
  $(name)_apply(k->wrench_v, 0, moved, more);
  for (int i = 0; i < 3; i++) wrench[i] += more[i];
  $(name)_apply(k->frame, 1, wrench, force);
  for (int i = 0; i < 3; i++) force[i] = $(name)_inertia$(has_tuned_inertia and "(i)" or "[i]")*r[3 + i] + $(factor(contacts))(force[i] + h*turned[i]);
  $(name)_apply(k->inverse, 0, force, u + 3);
  for (int i = 0; i < 3; i++) u[i] = h*(u[3 + i] + r[i]);
  $(name)_apply(k->frame, 0, u + 3, change);
  $(name)_apply(k->twist_q, 0, u, more);
  for (int i = 0; i < 3; i++) change[i] += more[i];
  $(name)_unfold(&b->w, b->w.z, b->w.part, change, uz);
}

$(include("contact/body/step.c"))
