/* ---- an instance ------------------------------------------------------------ */

/* The place of each variable's numbers among all; its value reference is that place. */
typedef struct {
  int at, size;
} $(name)_unit_variable;

static const $(name)_unit_variable $(name)_unit_variables[] = {
//@ for _, v in ipairs(variables) do
  {$(v.at), $(v.size)}, /* $(v.name) */
//@ end
  {-1, 0}
};

/* Brings outputs and derivatives up to date. In co-simulation the outputs are those of the
 * last step, and derivatives alone are new. */
static int $(name)_unit_refresh($(name)_unit_instance *c)
{
  const int from = c->is_exchange ? 0 : $(name)_unit_DERIVATIVES;
  if (!c->now.is_stale) return 0;
  const double last = c->now.values[$(name)_unit_STATUS];
  for (const $(name)_unit_function *g = $(name)_unit_rate_functions; g->f; g++) {
    const int status = $(name)_unit_run(c, g, from);
    if (status < 0) return status;
  }
  if (!c->is_exchange) c->now.values[$(name)_unit_STATUS] = last;
  c->now.is_stale = 0;
  return 0;
}

/* The instance and the memory of its functions are one block. */
static $(name)_unit_instance *$(name)_unit_new(const char *title, int is_exchange, void *environment, void *log, int is_logging)
{
  const $(name)_unit_function *const lists[2] = {$(name)_unit_step_functions, $(name)_unit_rate_functions};
  size_t most = 0;
  for (int list = 0; list < 2; list++)
    for (const $(name)_unit_function *g = lists[list]; g->f; g++)
      if ($(name)_face_bytes(g->f) > most) most = $(name)_face_bytes(g->f);
  if (!title) title = "";
  $(name)_unit_instance *const c = ($(name)_unit_instance *)calloc(1, sizeof *c + most + strlen(title) + 1);
  if (!c) return 0;
  $(name)_unit_start(&c->now);
  c->is_exchange = is_exchange;
  c->environment = environment;
  c->log = log;
  c->is_logging = is_logging;
  c->title = (char *)(c + 1) + most;
  strcpy(c->title, title);
  return c;
}

/* Returns the variable with a value reference, or NULL. */
static const $(name)_unit_variable *$(name)_unit_find(unsigned reference)
{
  for (const $(name)_unit_variable *v = $(name)_unit_variables; v->at >= 0; v++)
    if ((unsigned)v->at == reference) return v;
  return 0;
}
