/* ---- directional derivatives ------------------------------------------------ */

/* Adds the outputs' derivatives along a direction (of all numbers) to `along`. Outputs of
 * a step are those of the last one, whose inputs are in `before`. */
static int $(name)_unit_along($(name)_unit_instance *c, const $(name)_unit_function *g, const double *direction, double *along)
{
  const $(name)_face_function *const f = g->f;
  const $(name)_face_memory m = $(name)_face_parts(f, c + 1);
  const double *low, *high;
  $(name)_unit_gather(g, f->advances ? c->now.before : c->now.values, m.x);
  int status = $(name)_face_evaluate(f, &m, m.y);
  for (int by = 0; by < f->nin && status >= 0; by++)
    for (int col = 0; col < $(name)_face_size(&f->in[by]); col++) {
      const double speed = direction[g->in[by] + col];
      int is_exact = 1;
      for (int o = 0; o < f->nout; o++) is_exact = is_exact && $(name)_face_is_exact(f, o, by, col);
      if (!(speed < 0 || speed > 0) || is_exact) continue;
      const double distance = $(name)_face_difference(f, &m, by, col, &low, &high);
      if (!(distance > 0)) return -1;
      for (int o = 0; o < f->nout; o++)
        for (int k = 0; k < $(name)_face_size(&f->out[o]); k++)
          if (!$(name)_face_is_exact(f, o, by, col))
            along[g->out[o] + k] += speed*((high[f->out[o].offset + k] - low[f->out[o].offset + k])/distance);
    }
  if (status >= 0 && f->nslopes > 0) status = $(name)_face_run(f, f->derivative, &m, m.slopes);
  for (int i = 0; i < f->nslopes && status >= 0; i++) {
    const $(name)_face_slope *const s = &f->slopes[i];
    int row, col;
    for (int k = 0; $(name)_face_place(s, k, &row, &col); k++)
      if ($(name)_face_is_exact(f, s->of, s->by, col)) along[g->out[s->of] + row] += m.slopes[s->start + k]*direction[g->in[s->by] + col];
  }
  return status;
}

/* Writes the derivatives of all numbers along `direction`. */
static int $(name)_unit_directional($(name)_unit_instance *c, const double *direction, double *along)
{
  const $(name)_unit_function *g = c->is_exchange ? $(name)_unit_rate_functions : $(name)_unit_step_functions;
  for (int i = 0; i < $(name)_unit_COUNT; i++) along[i] = 0;
  for (; g->f; g++)
    if ($(name)_unit_along(c, g, direction, along) < 0) return -1;
  return 0;
}
