/* ---- derivatives: the solver's own, and differences ------------------------ */

/* Returns 1 if the solver's own derivatives fill column `col` of output `of` by input `by`. */
static int $(name)_face_is_exact(const $(name)_face_function *f, int of, int by, int col)
{
  int rows = 0;
  for (int i = 0; i < f->nslopes; i++) {
    const $(name)_face_slope *const s = &f->slopes[i];
    if (s->of == of && s->by == by && col >= s->by_offset && col < s->by_offset + s->by_size) rows += s->of_size;
  }
  return rows >= $(name)_face_size(&f->out[of]);
}

/* Writes the row and the column, within output and input, of number k of a slope. Returns
 * 0 behind the last one. */
static int $(name)_face_place(const $(name)_face_slope *s, int k, int *row, int *col)
{
  const int cells = s->cells > 0 ? s->cells : 1;
  const int rows = s->of_size == 2*s->cells ? 2 : s->of_size, cols = s->by_size == 2*s->cells ? 2 : s->by_size;
  const int cell = k/(rows*cols), a = k/cols%rows, b = k%cols;
  *row = s->of_offset + (rows == s->of_size ? a : a*cells + cell);
  *col = s->by_offset + (cols == s->by_size ? b : b*cells + cell);
  return k < cells*rows*cols;
}

/* Evaluates on both sides of number `col` of input `by`, or on one where the solver takes no
 * other; m->y must hold the outputs at x. Returns the distance of both sides, or 0 if there
 * are none, and sets *low and *high. */
static double $(name)_face_difference(const $(name)_face_function *f, const $(name)_face_memory *m, int by, int col,
  const double **low, const double **high)
{
  const $(name)_face_item *const item = &f->in[by];
  double *const x = m->x + item->offset + col;
  const double at = *x, size = at < 0 ? -at : at;
  const double part = $(is_float and "5e-3" or "6e-6"), least = item->typical > 0 ? item->typical : 1e-3;
  const double reach = part*(size > least ? size : least);
  /* As the solver gets the numbers. */
  const volatile $(real) above = ($(real))(at + reach), below = ($(real))(at - reach);
  double from = (double)below, to = (double)above;
  *low = m->low;
  *high = m->high;
  *x = from;
  if ($(name)_face_evaluate(f, m, m->low) < 0) {
    *low = m->y;
    from = at;
  }
  *x = to;
  if ($(name)_face_evaluate(f, m, m->high) < 0) {
    *high = m->y;
    to = at;
  }
  *x = at;
  return to - from;
}
