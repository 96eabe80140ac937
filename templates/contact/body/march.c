$(include("contact/body/error.c"))

/* Makes one step of h, a part of dt, from y and w.z: `change` of y, new bristles in w.at,
 * their `error`. */
static int $(name)_attempt($(name)_body *b, const $(real) y[6], const $(real) load[3], $(real) fn, $(real) h,
  $(real) dt, $(real) change[6], $(real) *error)
{
  $(name)_scratch *const w = &b->w;
  $(real) next[6];
  $(real) u[6*$(name)_stages], r[6], wrench[3];
  $(name)_linear k;
  for (int i = 0; i < $(name)_stages; i++) {
    const $(real) *const a = $(name)_scheme_a + $(name)_stages*i, *const c = $(name)_scheme_c + $(name)_stages*i;
    if (i < $(name)_stages - 1) {
      $(name)_copy(next, y, 6);
      $(name)_copy(w->at, w->z, $(NAME)_NZ);
      $(name)_add(next, u, a, $(real(1)), i, 6);
      $(name)_add(w->at, w->u, a, $(real(1)), i, $(NAME)_NZ);
    } else {
      $(name)_gain(next, u + 6*(i - 1), 6);
      $(name)_gain(w->at, w->u + $(NAME)_NZ*(i - 1), $(NAME)_NZ);
    }
    const int status = $(name)_body_rates(next, w->at, load, fn, r, w->rate, wrench);
    if (status != $(NAME)_OK) return status;
    if (i == 0 && !$(name)_linearise(b, y, wrench, fn, $(real(1/scheme_gamma))/h, &k)) return $(NAME)_BAD_STATE;
    $(name)_add(r, u, c, $(real(1))/h, i, 6);
    $(name)_add(w->rate, w->u, c, $(real(1))/h, i, $(NAME)_NZ);
    $(name)_solve(b, &k, fn, r, w->rate, u + 6*i, w->u + $(NAME)_NZ*i);
  }
  $(name)_zero(change, 6);
  $(name)_add(change, u, $(name)_scheme_a + $(name)_stages*($(name)_stages - 1), $(real(1)), $(name)_stages - 1, 6);
  $(name)_gain(change, u + 6*($(name)_stages - 1), 6);
  for (int i = 0; i < 3; i++) next[i] = y[3 + i] + change[3 + i];
  $(name)_gain(w->at, w->u + $(NAME)_NZ*($(name)_stages - 1), $(NAME)_NZ);
  const $(real) bend = $(name)_size($(has_shares and "w, " or "")w->u + $(NAME)_NZ*($(name)_stages - 1)$(fn_arg));
  *error = $(name)_error_size(u + 6*($(name)_stages - 1), bend, next, fn, dt);
  return $(name)_nan(change, 6) + $(real(0))*bend == $(real(0)) && *error >= $(real(0)) ? $(NAME)_OK : $(NAME)_BAD_STATE;
}

$(include("contact/" .. crosses_form))
/* Returns 1 if a step of `change` from y, with the new bristles in w.at, is so large that
 * the law may change wholly within the step. The stages of one step may miss such a change. */
static int $(name)_is_blind($(name)_body *b, const $(real) y[6], const $(real) change[6]$(fn_par))
{
  $(name)_scratch *const w = &b->w;
  $(real) next[6], frame[9], from[3], to[3];
  for (int i = 0; i < 6; i++) next[i] = y[i] + change[i];
  for (int i = 0; i < $(NAME)_NZ; i++) w->part[i] = w->at[i] - w->z[i];
  if ($(name)_size($(has_shares and "w, " or "")w->part$(fn_arg)) > $(value("most_bend"))) return 1;
  $(name)_frame(y, frame);
  $(name)_apply(frame, 0, y + 3, from);
  $(name)_frame(next, frame);
  $(name)_apply(frame, 0, next + 3, to);
  return $(name)_crosses(from, to);
}

/* Replaces an attempt of length h by two of h/2 in `change` and w.at. `error` becomes the
 * difference of both results, or the sum of the two new errors if that is more. */
static int $(name)_halve($(name)_body *b, const $(real) y[6], const $(real) load[3], $(real) fn, $(real) h,
  $(real) dt, $(real) change[6], $(real) *error)
{
  $(name)_scratch *const w = &b->w;
  $(real) half[6], rest[6], apart[6], next[6], first, second;
  $(name)_copy(w->start, w->z, $(NAME)_NZ);
  $(name)_copy(w->whole, w->at, $(NAME)_NZ);
  int status = $(name)_attempt(b, y, load, fn, $(real(0.5))*h, dt, half, &first);
  for (int i = 0; i < 6; i++) next[i] = y[i] + half[i];
  $(name)_copy(w->z, w->at, $(NAME)_NZ);
  if (status == $(NAME)_OK) status = $(name)_attempt(b, next, load, fn, $(real(0.5))*h, dt, rest, &second);
  $(name)_copy(w->z, w->start, $(NAME)_NZ);
  if (status != $(NAME)_OK) return status;
  for (int i = 0; i < 6; i++) {
    apart[i] = half[i] + rest[i] - change[i];
    change[i] = half[i] + rest[i];
    next[i] = y[i] + change[i];
  }
  for (int i = 0; i < $(NAME)_NZ; i++) w->part[i] = w->at[i] - w->whole[i];
  const $(real) bend = $(name)_size($(has_shares and "w, " or "")w->part$(fn_arg));
  const $(real) own = first + second, other = $(name)_error_size(apart, bend, next + 3, fn, dt);
  *error = own > other ? own : other;
  return *error - *error == $(real(0)) ? $(NAME)_OK : $(NAME)_BAD_STATE;
}

/* Accepts an attempt. */
static void $(name)_accept($(name)_body *b, const $(real) start[6], const $(real) change[6], $(real) y[6], $(real) total[6])
{
  for (int i = 0; i < 6; i++) {
    total[i] += change[i];
    y[i] = start[i] + total[i]; /* rounded once, after many steps too */
  }
  $(name)_copy(b->w.z, b->w.at, $(NAME)_NZ);
}

/* Returns the factor of the next step after that error: a fourth root with a margin. */
static $(real) $(name)_stretch($(real) error)
{
  const $(real) relative = error/$(real(tolerance));
  if (!(relative > $(real(2.5e-4)))) return $(real(6));
  const $(real) factor = $(real(0.9))/$(sqrt)($(sqrt)(relative));
  return factor > $(real(0.1)) ? factor : $(real(0.1));
}

/* Moves y by dt in steps with errors of at most the tolerance: one of dt if that
 * suffices. At the limit of attempts the last step takes the rest, unless its error
 * exceeds 1: then the rest is left over. */
static int $(name)_travel($(name)_body *b, $(real) y[6], const $(real) load[3], $(real) fn, $(real) dt,
  $(real) total[6], $(real) *length, $(real) *worst, $(real) *left)
{
  $(real) rest = dt, h = *length > $(real(0)) ? *length : dt, change[6], error = $(real(0)), sum = $(real(0));
  const $(real) start[6] = {y[0], y[1], y[2], y[3], y[4], y[5]}, speed = $(name)_speed(y + 3);
  int was_refused = 0;
  for (int i = 0; i < $(attempts); i++) {
    const int is_final = i == $(attempts - 1), is_last = is_final || h >= rest;
    const $(real) step = is_last ? rest : $(real(2))*h > rest ? $(real(0.5))*rest : h;
    int status = $(name)_attempt(b, y, load, fn, step, dt, change, &error);
    if (status == $(NAME)_OK && error <= $(real(tolerance)) && $(name)_is_blind(b, y, change$(fn_arg)))
      status = $(name)_halve(b, y, load, fn, step, dt, change, &error);
    if (is_final && (status != $(NAME)_OK || !(error - error == $(real(0)))))
      return $(NAME)_BAD_STATE; /* for any status of a stage, or an infinite error */
    const $(real) stretch = status == $(NAME)_OK ? $(name)_stretch(error) : $(real(0.1));
    const int is_refused = status != $(NAME)_OK || error > $(real(tolerance));
    if (error > *worst && (!is_refused || is_final)) *worst = error;
    if (!is_refused || (is_final && error <= $(real(1)))) {
      $(name)_accept(b, start, change, y, total);
      rest -= step;
      const $(real) now = $(name)_speed(y + 3);
      sum += error*($(value("v_ref")) + now);
      const $(real) share = sum/($(real(3))*($(value("v_ref")) + (now > speed ? now : speed)));
      if (share > *worst) *worst = share;
    }
    /* A step that was cut short does not limit longer steps. */
    if (is_refused || step*stretch > h) h = step*(was_refused && stretch > $(real(1)) ? $(real(1)) : stretch);
    else if (step >= h) h = step*stretch;
    was_refused = is_refused;
    *length = h;
    *left = rest;
    if (is_last && !is_refused) return $(NAME)_OK;
  }
  return $(NAME)_NO_CONVERGENCE;
}
