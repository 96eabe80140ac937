/* The part of a direction between two lengths: E falls at `low` and rises at `high`, which
 * is 0 until such a length is met. */
typedef struct {
  $(real) low, high, at_low, at_high; /* lengths, slopes of E there */
} $(name)_bracket;

/* Returns the length of least slip, the kink where a contact comes to rest, between x and
 * the trial of length 1. */
static $(real) $(name)_couple_kink(const $(name)_coupling *c, const $(name)_trial *x, const $(name)_trial *to)
{
  $(real) top = $(real(0)), bottom = $(real(0));
  for (int i = 0; i < 3*c->n; i++) {
    const $(real) unit = i % 3 == 2 ? $(real(couple_arm)) : $(real(1));
    const $(real) from = unit*x->v[i], change = unit*(to->v[i] - x->v[i]);
    top -= from*change;
    bottom += change*change;
  }
  return bottom > $(real(0)) ? top/bottom : $(real(0.5));
}

/* Returns a length within the bracket: of the secant, every third time the middle. */
static $(real) $(name)_couple_between(const $(name)_bracket *b, int tries)
{
  const $(real) width = b->high - b->low;
  const $(real) t = tries % 3 == 2 ? b->low + $(real(0.5))*width
    : b->low - b->at_low*width/(b->at_high - b->at_low);
  const $(real) least = b->low + $(real(0.02))*width, most = b->high - $(real(0.02))*width;
  return !(t > least) ? least : t < most ? t : most;
}

//@ if has_seams then
/* Returns 1 if the residual is less than what the table's error makes of it: at a seam of
 * the table the limit surface jumps by no more than twice its error. Then the solution lies
 * on the seam, with a wrench between those of its sides. */
static int $(name)_couple_is_jump(const $(name)_coupling *c, const $(name)_trial *to)
{
  const $(real) share = $(times("mu_s"))$(real(2*table_error))*(c->dt + $(value("couple_damping", "damping0")));
  $(real) most2 = $(real(0));
  for (int j = 0; j < c->rank; j++) {
    $(real) sum = $(real(0));
    for (int i = 0; i < 3*c->n; i++)
      sum += $(name)_couple_abs(c->l[c->rank*i + j])*c->fn[i/3]*(i % 3 == 2 ? $(real(couple_arm)) : $(real(1)));
    most2 += sum*share*(sum*share);
  }
  return to->size2 <= most2;
}

//@ end
/* Follows the slope of E along d from x to where it has halved or turned, to the trial *to.
 * Where clamped slopes are too steep it goes on beyond 1: just past a fold, where a stuck
 * solution has vanished, whole steps would crawl. Returns a status. */
static int $(name)_couple_along(const $(name)_coupling *c, const $(name)_trial *x, const $(real) *d, $(real) slope,
  int is_clamped, $(name)_trial *to, $(name)_couple_info *info)
{
  $(name)_bracket b = {$(real(0)), $(real(0)), slope, $(real(0))};
  $(real) t = $(real(1));
  for (int tries = 0; tries <= $(name)_most_tries; tries++) {
    for (int i = 0; i < c->rank; i++) to->y[i] = x->y[i] + t*d[i];
    const int status = $(name)_couple_try(c, to, info);
    if (status < 0) return status;
    const $(real) at = $(name)_couple_dot(c->rank, d, to->r);
    const int has_turned = b.high > $(real(0));
    if (to->size2 <= $(real(0.0625))*x->size2 || t > $(real(1e9))
        || info->evaluations >= $(name)_most_evaluations || $(name)_couple_abs(at) <= $(real(-0.5))*slope
        || (at < $(real(0)) && !has_turned && !is_clamped))
      return $(NAME)_OK;
    if (at > $(real(0))) {
      b.high = t;
      b.at_high = at;
    } else {
      b.low = t;
      b.at_low = at;
    }
    if (!(b.high > $(real(0)))) {
      t *= $(real(4));
      continue;
    }
//@ if has_seams then
    if (b.high - b.low <= $(real(1e-6))*b.high && $(name)_couple_is_jump(c, to)) {
      to->is_seam = 1;
      return $(NAME)_OK;
    }
//@ end
    if (!has_turned && info->cut < $(name)_most_rounds) info->cut++;
    const $(real) kink = !has_turned && t == $(real(1)) ? $(name)_couple_kink(c, x, to) : $(real(0));
    t = kink > $(real(0.001)) && kink < $(real(0.999)) ? kink : $(name)_couple_between(&b, tries);
  }
  return $(NAME)_OK;
}

/* Takes whole steps of Newton's method from a solution in y while they help, until the twists
 * agree to $(plain(couple_twists)), too: the norm of y says too little of twists where friction meets
 * very different masses, or is far below its limit. */
static int $(name)_couple_polish(const $(name)_coupling *c, $(name)_trial *x, $(name)_trial *to, $(name)_couple_info *info)
{
  $(real) d[$(name)_dim], miss = $(name)_couple_miss(c, x);
  $(name)_zero(d, $(name)_dim);
  while (miss > $(real(couple_twists)) && info->rounds < $(name)_most_rounds && info->evaluations < $(name)_most_evaluations) {
    if (!($(name)_couple_newton(c, x, x->k, d) < $(real(0)))) return $(NAME)_OK;
    for (int i = 0; i < c->rank; i++) to->y[i] = x->y[i] + d[i];
    const int status = $(name)_couple_try(c, to, info);
    if (status < 0) return status;
    const $(real) left = $(name)_couple_miss(c, to);
    if (!(left < $(real(0.5))*miss) || to->is_missing) return $(NAME)_OK;
    info->rounds++;
    miss = left;
    *x = *to;
  }
  return $(NAME)_OK;
}

/* Goes downhill from x->y to a solution. Returns a status. */
static int $(name)_couple_descend(const $(name)_coupling *c, $(name)_trial *x, $(name)_couple_info *info)
{
  $(name)_trial to;
  $(real) d[$(name)_dim];
  $(name)_couple_clear(&to);
  $(name)_zero(d, $(name)_dim);
  int status = $(name)_couple_try(c, x, info), is_clamped;
  while (status >= 0 && !$(name)_couple_is_found(x) && info->rounds < $(name)_most_rounds
         && info->evaluations < $(name)_most_evaluations) {
    const $(real) slope = $(name)_couple_direction(c, x, info->rounds, d, &is_clamped);
    if (is_clamped && info->clamped < $(name)_most_rounds) info->clamped++;
    info->rounds++;
    status = $(name)_couple_along(c, x, d, slope, is_clamped, &to, info);
    if (status >= 0) *x = to;
  }
  if (status >= 0 && $(name)_couple_is_found(x)$(has_seams and " && !x->is_seam" or "")) status = $(name)_couple_polish(c, x, &to, info);
  info->residual = x->scale2 > $(real(0)) ? $(sqrt)(x->size2/x->scale2) : $(real(0));
  return status < 0 ? status : $(name)_couple_is_found(x) && !x->is_missing ? $(NAME)_OK : $(NAME)_NO_CONVERGENCE;
}
