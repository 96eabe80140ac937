/* Advances the state by dt >= 0 with the twist held. The wrench is that of the
 * state at the end with the mean rate of the step. */
int $(name)_step($(tuned)$(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) wrench[3]);

/* The same, with the row-major derivative of that wrench by the twist. It advances
 * the state: iterate on a copy. If mu_s > mu_c, the wrench is not monotone in
 * the twist: bracket or damp Newton's steps. */
int $(name)_step_jac($(tuned)$(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9]);

/* _step of n contacts, with one dt for all. Structures of arrays: z is NZ rows of n
 * numbers, the states' z; twist and wrench are 3 rows; fn and status have n; wrench
 * and status may be NULL, arrays must not overlap. Each contact ends as by a _step of
 * its own but for rounding, with the same status, for any other contacts. Returns
 * the worst status: the least if any is negative, else the largest; BAD_INPUT if
 * n < 0. */
int $(name)_step_batch($(tuned)int n, $(real) *z, const $(real) *twist, const $(real) *fn,
  $(real) dt, $(real) *wrench, int *status);
//@ if #tune > 0 then

/* The same with a tuning for each contact: `tuning` has n. */
int $(name)_step_batch_each($(tuned)int n, $(real) *z, const $(real) *twist,
  const $(real) *fn, $(real) dt, $(real) *wrench, int *status);
//@ end
