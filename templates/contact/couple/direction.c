/* Writes the symmetric part of k with the sizes of its eigenvalues, in axes in which torque
 * counts over a length: Jacobi's rotations. Where friction falls steeply, 0 in their place
 * would make steps that leave the solution next to the start far behind. */
static void $(name)_couple_clamp(const $(real) k[9], $(real) out[9])
{
  const $(real) unit[3] = {$(real(1)), $(real(1)), $(real(1/couple_arm))};
  $(real) a[3][3], u[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      a[i][j] = $(real(0.5))*unit[i]*unit[j]*(k[3*i + j] + k[3*j + i]);
      u[i][j] = i == j ? $(real(1)) : $(real(0));
    }
  static const int first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
  for (int turn = 0; turn < 24; turn++) { /* eight sweeps of three */
    const int i = first[turn % 3], j = second[turn % 3];
    if (!(a[i][j]*a[i][j] > $(tiny))) continue;
    const $(real) theta = (a[j][j] - a[i][i])/($(real(2))*a[i][j]);
    const $(real) t = (theta < $(real(0)) ? $(real(-1)) : $(real(1)))/($(name)_couple_abs(theta) + $(sqrt)(theta*theta + $(real(1))));
    const $(real) c = $(real(1))/$(sqrt)(t*t + $(real(1))), s = t*c;
    for (int l = 0; l < 3; l++) {
      const $(real) x = a[i][l], y = a[j][l];
      a[i][l] = c*x - s*y;
      a[j][l] = s*x + c*y;
    }
    for (int l = 0; l < 3; l++) {
      const $(real) x = a[l][i], y = a[l][j], g = u[l][i], h = u[l][j];
      a[l][i] = c*x - s*y;
      a[l][j] = s*x + c*y;
      u[l][i] = c*g - s*h;
      u[l][j] = s*g + c*h;
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      $(real) sum = $(real(0));
      for (int l = 0; l < 3; l++) sum += u[i][l]*$(name)_couple_abs(a[l][l])*u[j][l];
      out[3*i + j] = sum/(unit[i]*unit[j]);
    }
}

/* Solves (I + dt*L'K L) d = -r. Returns the slope of E along d: >= 0 if it does not go
 * downhill. */
static $(real) $(name)_couple_newton(const $(name)_coupling *c, const $(name)_trial *x, const $(real) *slopes, $(real) *d)
{
  const int m = 3*c->n, rank = c->rank;
  $(real) a[$(name)_dim*$(name)_dim], row[$(name)_dim];
  for (int i = 0; i < rank; i++) {
    for (int j = 0; j < rank; j++) a[rank*i + j] = i == j ? $(real(1)) : $(real(0));
    d[i] = -x->r[i];
  }
  for (int b = 0; b < m; b++) {
    const $(real) *const k = slopes + 3*b, *const l = c->l + b/3*3*rank;
    for (int j = 0; j < rank; j++) row[j] = c->dt*(k[0]*l[j] + k[1]*l[rank + j] + k[2]*l[2*rank + j]);
    for (int i = 0; i < rank; i++)
      for (int j = 0; j < rank; j++) a[rank*i + j] += c->l[rank*b + i]*row[j];
  }
  if (!$(name)_couple_solve(rank, a, d)) return $(real(1));
  const $(real) slope = $(name)_couple_dot(rank, d, x->r);
  return $(real(0))*slope == $(real(0)) ? slope : $(real(1));
}

/* Writes a direction d downhill, and returns the slope of E along it. On the falling branch
 * of the Stribeck curve the slopes are clamped: *is_clamped becomes 1. So they are in every
 * second late round: whole slopes, which are not symmetric, may go in circles. */
static $(real) $(name)_couple_direction(const $(name)_coupling *c, const $(name)_trial *x, int round,
  $(real) *d, int *is_clamped)
{
  $(real) clamped[9*$(NAME)_COUPLE_MOST];
  const int is_circling = round >= $(name)_late_round && round % 2 == 0;
  $(real) slope = is_circling ? $(real(1)) : $(name)_couple_newton(c, x, x->k, d);
  *is_clamped = !(slope < $(real(0)));
  if (!*is_clamped) return slope;
  $(name)_zero(clamped, 9*$(NAME)_COUPLE_MOST);
  for (int i = 0; i < c->n; i++) $(name)_couple_clamp(x->k + 9*i, clamped + 9*i);
  slope = $(name)_couple_newton(c, x, clamped, d);
  if (slope < $(real(0))) return slope;
  for (int i = 0; i < c->rank; i++) d[i] = -x->r[i];
  return -x->size2;
}
