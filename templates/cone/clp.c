/* Row i of contact c's cone: a.f <= b. */
static double row_of(int c, int i, double a[N])
{
//@ if is_runtime or #tune > 0 then
  $(real) A[$(nrows*n)], b[$(nrows)];
//@ if is_runtime then
  $(name)_facets($(no_tuning)normals[c], A, b);
//@ else
  (void)c;
  $(name)_facets($(no_tuning)A, b);
//@ end
  for (int k = 0; k < N; k++) a[k] = (double)A[i*N + k];
//@ else
  (void)c;
  for (int k = 0; k < N; k++) a[k] = (double)$(name)_A[i*N + k];
//@ end
//@ if form == "patch" then
  a[0] -= a[2]*cop[1];
  a[1] += a[2]*cop[0];
  a[2] *= length;
//@ elseif form == "wrench" then
  for (int k = 3; k < N; k++) a[k] *= length;
//@ end
  return (double)$((is_runtime or #tune > 0) and "b[i]" or name .. "_b[i]");
}

/* The same by Clp: columns f, rows E f = load and the cones' A f <= b. */
static int by_clp(const double expected[SIZE])
{
  enum { ROWS = TASKS + CONTACTS*$(NAME)_ROWS };
  static double value[SIZE*ROWS], low[SIZE], high[SIZE], cost[SIZE];
  static double row_low[ROWS], row_high[ROWS], squares[SIZE];
  static int start[SIZE + 1], row[SIZE*ROWS], diagonal[SIZE + 1], own[SIZE];
  double worst = 0, a[N];
  Clp_Simplex *model = Clp_newModel();
  for (int j = 0; j < SIZE; j++) {
    const int c = j/N;
    int count = start[j];
    for (int i = 0; i < TASKS; i++) {
      row[count] = i;
      value[count] = E[i][j];
      count += E[i][j] != 0;
    }
    for (int i = 0; i < $(NAME)_ROWS; i++) {
      const int k = TASKS + c*$(NAME)_ROWS + i;
      row_high[k] = row_of(c, i, a);
      row_low[k] = -1e30;
      row[count] = k;
      value[count] = a[j%N];
      count += a[j%N] != 0;
    }
    start[j + 1] = count;
    low[j] = -1e30;
    high[j] = 1e30;
    diagonal[j + 1] = j + 1;
    own[j] = j;
    squares[j] = 1;
  }
  for (int i = 0; i < TASKS; i++) row_low[i] = row_high[i] = load[i];
  Clp_setLogLevel(model, 0);
  Clp_loadProblem(model, SIZE, ROWS, start, row, value, low, high, cost, row_low, row_high);
  Clp_loadQuadraticObjective(model, SIZE, diagonal, own, squares);
  Clp_initialBarrierNoCrossSolve(model); /* its simplex is at home in LPs */
  if (Clp_status(model) != 0) {
    printf("Clp ended with status %d\n", Clp_status(model));
    return 1;
  }
  const double *f = Clp_primalColumnSolution(model);
  show("by Clp", f);
  for (int j = 0; j < SIZE; j++) worst = fmax(worst, fabs(f[j] - expected[j]));
  printf("largest difference %.1e N\n", worst);
  Clp_deleteModel(model);
  return worst < $(double(example_close)) ? 0 : 1;
}
