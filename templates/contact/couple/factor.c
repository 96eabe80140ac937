/* W = L L' by Cholesky with pivots, of W scaled to a unit diagonal. Rows of L have as many
 * numbers as the rank, which is returned; -1 if W is not symmetric and semidefinite. */
static int $(name)_couple_factor(int m, const $(real) *w, $(real) *l)
{
  $(real) a[$(name)_dim*$(name)_dim], scale[$(name)_dim];
  int is_done[$(name)_dim], rank = 0;
  $(name)_zero(l, m*m);
  for (int i = 0; i < m; i++) {
    if (!(w[m*i + i] >= $(real(0)))) return -1;
    scale[i] = w[m*i + i] > $(real(0)) ? $(real(1))/$(sqrt)(w[m*i + i]) : $(real(0));
    is_done[i] = 0;
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      const $(real) differ = (w[m*i + j] - w[m*j + i])*scale[i]*scale[j];
      a[m*i + j] = $(real(0.5))*(w[m*i + j] + w[m*j + i])*scale[i]*scale[j];
      if (!(differ*differ <= $(real(couple_eps))) || !(a[m*i + j]*a[m*i + j] <= $(real(1.01)))
          || (scale[i]*scale[j] <= $(real(0)) && w[m*i + j]*w[m*i + j] > $(real(0))))
        return -1;
    }
  for (; rank < m; rank++) {
    int best = -1;
    for (int i = 0; i < m; i++)
      if (!is_done[i] && (best < 0 || a[m*i + i] > a[m*best + best])) best = i;
    if (best < 0 || !(a[m*best + best] > $(real(64*couple_eps)))) break;
    const $(real) root = $(sqrt)(a[m*best + best]);
    is_done[best] = 1;
    for (int i = 0; i < m; i++)
      if (!is_done[i] || i == best) l[m*i + rank] = a[m*i + best]/root;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        if (!is_done[i] && !is_done[j]) a[m*i + j] -= l[m*i + rank]*l[m*j + rank];
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      if (!is_done[i] && !is_done[j] && a[m*i + j]*a[m*i + j] > $(real(couple_eps))) return -1;
  /* Scaled back, row by row from the first: the places that are written lie before. */
  for (int i = 0; i < m; i++)
    for (int j = 0; j < rank; j++)
      l[rank*i + j] = scale[i] > $(real(0)) ? l[m*i + j]/scale[i] : $(real(0));
  return rank;
}

/* Solves a x = b in place with exchanges of rows. Returns 0 if a is singular. */
static int $(name)_couple_solve(int n, $(real) *a, $(real) *b)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (a[n*i + k]*a[n*i + k] > a[n*best + k]*a[n*best + k]) best = i;
    if (!(a[n*best + k]*a[n*best + k] > $(real(0)))) return 0;
    for (int j = k; best != k && j < n; j++) {
      const $(real) kept = a[n*k + j];
      a[n*k + j] = a[n*best + j];
      a[n*best + j] = kept;
    }
    const $(real) kept = b[k];
    b[k] = b[best];
    b[best] = kept;
    for (int i = k + 1; i < n; i++) {
      const $(real) factor = a[n*i + k]/a[n*k + k];
      for (int j = k; j < n; j++) a[n*i + j] -= factor*a[n*k + j];
      b[i] -= factor*b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[n*k + j]*b[j];
    b[k] /= a[n*k + k];
  }
  return 1;
}
