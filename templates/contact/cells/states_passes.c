//@ local rows = "[" .. name .. "_n][" .. name .. "_states]"
/* ---- many contacts ------------------------------------------------------ */

/* Blocks of $(states) contacts, one contact per lane: for each bristle, short passes over the
 * contacts, loops with a trip count known here and a short chain of operations,
 * which compilers turn into vector code. No number crosses lanes. */
enum { $(name)_states = $(states) };

typedef struct {
  $(real) tx$(lanes), ty$(lanes), tw$(lanes), fn$(lanes); /* input */
  $(real) s$(lanes), zmax$(lanes); /* |v|, g/sigma0 of a bristle */
  $(real) bound$(lanes); /* of the results; see _is_moderate */
  $(real) sx$(lanes), sy$(lanes), st$(lanes); /* sums */
  $(real) odd$(lanes); /* 1: the step of this contact needs a call of its own */
//@ if has_levels then
  int level$(lanes); /* the lower of the two nearest levels of fn */
  $(real) to_high$(lanes);
//@ end
  $(real) a$(rows); /* beta*sigma0*s/g */
//@ if not is_euler then
  $(real) phi$(rows); /* $(is_implicit and "share of v in the mean rate; a is that of -z" or "(1 - exp(-a*dt))/(a*dt)") */
//@ end
} $(name)_crowd;
