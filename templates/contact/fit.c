/* A pass of $(name) over a track of a log: the wrench at each row, and its exact derivatives
 * by the parameters. A step between two rows holds the twist of its middle; bristles move by
 * the exponential midpoint rule: a and abar are those after half a step. */
double exp(double), log(double), pow(double, double), sqrt(double), fabs(double);
double sin(double), cos(double), tan(double), tanh(double), sinh(double), cosh(double);
double asin(double), acos(double), atan(double), asinh(double);
typedef double $(real);
$(table_macro)

enum { P = $(fit_parameters), D = $(fit_axes), Q = $(fit_shapes), S = $(fit_states), GROUPS = $(fit_groups) };

static const double $(name)_fit_x[GROUPS] = {
$(rows(fit_x))};
static const double $(name)_fit_y[GROUPS] = {
$(rows(fit_y))};
static const double $(name)_fit_share[GROUPS] = {
$(rows(fit_share))};
/* Parameters that a deflection depends on; places of fx, fy, tau and of their offsets. */
static const int $(name)_fit_slots[] = {$(fit_slots)};
static const int $(name)_fit_places[] = {$(fit_places)}, $(name)_fit_offsets[] = {$(fit_offsets)};

/* The slip of a group of bristles: velocity, flow, their speed, size of h. */
typedef struct {
  double v[D], b[D], s, size;
} $(name)_slip;

/* What bristles yield by: a and abar with slopes. */
typedef struct {
  double a, abar, a_z[D], a_zmax, abar_z[D], abar_zmax;
} $(name)_yield;

//@ local letters = { "x", "y", "z" }
//@ local function given(block, declarations)
//@   local lines = {}
//@   for _, line in ipairs(declarations) do
//@     local symbol = line:match("^const double ([%w_]+)")
//@     if block.reads[symbol] then lines[#lines + 1] = "  " .. line end
//@   end
//@   return table.concat(lines, "\n")
//@ end
//@ local function each(list, pattern)
//@   for d = 1, fit_axes do list[#list + 1] = (pattern:gsub("%?", letters[d]):gsub("#", tostring(d - 1))) end
//@   return list
//@ end
//@ local function body(block, declarations, assign)
//@   local lines = { given(block, declarations) }
//@   if #block.temporaries > 0 then lines[#lines + 1] = temporaries(block) end
//@   for k, line in ipairs(block.outputs) do lines[#lines + 1] = assign(k - 1, line) end
//@   return table.concat(lines, "\n")
//@ end
//@ local function to_array(k, line) return ("  to[%d] = %s;"):format(k, line.value) end
/* g and zmax at a speed, then the slopes of both by each shape. */
static void $(name)_fit_level(const double *p, double s, double *to)
{
$(fit_constants)
//@ if fit_has_fall then
  const double x = s/$(fit_v_s);
  const double lnx = x > 1e-12 ? log(x) : 0, w = x > 1e-12 ? exp($(fit_gamma)*lnx) : 0, fall = exp(-w);
  (void)lnx;
//@ end
$(body(fit_level, {}, to_array))
  (void)p;
  (void)s;
}

//@ local moves = { "const double s = g->s;", "const double size = g->size;" }
//@ each(moves, "const double z? = z[#];")
//@ each(moves, "const double v? = g->v[#];")
//@ each(moves, "const double b? = g->b[#];")
static void $(name)_fit_yield(const $(name)_slip *g, const double *z, double zmax, $(name)_yield *y)
{
//@ if fit_is_bent then
  double square = 0;
  for (int d = 0; d < D; d++) square += z[d]*z[d];
  const double n = square > 1e-200 ? sqrt(square) : 1e-100;
  const double share = n/(g->size*zmax), middle = 0.5*(1 + $(fit_s_ba)), wide = 3.14159265358979323846/(1 - $(fit_s_ba));
  const int bends = share > $(fit_s_ba) && share < 1;
  const double abar = share >= 1 ? 1 : bends ? 0.5*(1 + sin(wide*(share - middle))) : 0;
  const double abar1 = bends ? 0.5*wide*cos(wide*(share - middle)) : 0;
  const double ex = z[0]/n, ey = z[1]/n$(fit_axes > 2 and ", ez = z[2]/n" or "");
  y->abar = abar;
//@ else
  y->abar = 1;
//@ end
//@ local places = { "y->a" }
//@ each(places, "y->a_z[#]")
//@ places[#places + 1] = "y->a_zmax"
//@ each(places, "y->abar_z[#]")
//@ places[#places + 1] = "y->abar_zmax"
$(body(fit_yield, moves, function(k, line) return ("  %s = %s;"):format(places[k + 1], line.value) end))
//@ if not fit_is_bent then
  for (int d = 0; d < D; d++) y->abar_z[d] = 0;
  y->abar_zmax = 0;
//@ end
  (void)z;
}

//@ local helds = { "const double a = y->a;", "const double abar = y->abar;", "const double kx = 1;", "const double ky = 1;" }
//@ helds[#helds + 1] = "const double kz = " .. fit_turn_stiffness .. ";"
//@ for _, line in ipairs(moves) do helds[#helds + 1] = line end
/* (1 - exp(-x))/x and its slope. */
static double $(name)_fit_phi(double x, double *slope)
{
  if (x < 1e-3) {
    *slope = -0.5 + x*(1.0/3 - x/8);
    return 1 - x*(0.5 - x*(1.0/6 - x/24));
  }
  const double fall = exp(-x), phi = (1 - fall)/x;
  *slope = (fall - phi)/x;
  return phi;
}

/* The deflection after h, for each axis with its slopes by itself, a and abar. */
static void $(name)_fit_move(const $(name)_slip *g, const double *z, const $(name)_yield *y, double h, double *to)
{
$(given(fit_move, helds))
  double phi1x;
  const double phix = $(name)_fit_phi(y->a*h, &phi1x);
  const double phiy = phix, phi1y = phi1x;
//@ if fit_axes > 2 then
  double phi1z;
  const double phiz = $(name)_fit_phi($(fit_turn_stiffness)*y->a*h, &phi1z);
//@ end
$(body(fit_move, {}, to_array))
}

/* The rate, as above. */
static void $(name)_fit_rate(const $(name)_slip *g, const double *z, const $(name)_yield *y, double *to)
{
$(body(fit_rate, helds, to_array))
}

/* Adds how an end depends on the bristles and on zmax by its a and abar. */
static void $(name)_fit_chain(const double *moved, const $(name)_yield *y, double by_z[D][D], double by_zmax[D])
{
  for (int i = 0; i < D; i++) {
    const double own = moved[4*i + 1], by_a = moved[4*i + 2], by_abar = moved[4*i + 3];
    for (int j = 0; j < D; j++) by_z[i][j] = (i == j ? own : 0) + by_a*y->a_z[j] + by_abar*y->abar_z[j];
    by_zmax[i] = by_a*y->a_zmax + by_abar*y->abar_zmax;
  }
}

/* The slip of a group at (x, y) under a twist; `h` is the limit surface there. */
static void $(name)_fit_slip(double vx, double vy, double w, double x, double y, const double *h, $(name)_slip *g)
{
  double square = 0;
  g->v[0] = vx - w*y;
  g->v[1] = vy + w*x;
//@ if fit_is_reduced then
  g->v[2] = $(fit_r)*w;
//@ end
  for (int d = 0; d < D; d++) square += g->v[d]*g->v[d];
  g->s = sqrt(square);
  g->size = 1;
//@ if fit_has_surface then
  square = 0;
  for (int d = 0; d < D; d++) {
    g->b[d] = -h[d]*g->s;
    square += h[d]*h[d];
  }
  if (square > 0) g->size = sqrt(square);
//@ else
  for (int d = 0; d < D; d++) g->b[d] = g->v[d];
  (void)h;
//@ end
//@ if fit_is_paper then
  for (int d = 0; d < D; d++) g->v[d] = g->b[d];
//@ end
}

//@ if fit_has_bristle then
/* A step of h with that slip: z and its slopes. */
static void $(name)_fit_step(const double *p, const $(name)_slip *g, double h, double *z, double slopes[S + 1][D], int wants)
{
  double level[2 + 2*Q], moved[4*D], half[D], by_z[D][D], by_zmax[D], end[D];
  $(name)_yield y;
  $(name)_fit_level(p, g->s, level);
  const double zmax = level[1];
  $(name)_fit_yield(g, z, zmax, &y);
//@ if fit_is_bent then
  double half_z[D][D], half_zmax[D];
  $(name)_fit_move(g, z, &y, 0.5*h, moved);
  $(name)_fit_chain(moved, &y, half_z, half_zmax);
  for (int d = 0; d < D; d++) half[d] = moved[4*d];
  $(name)_fit_yield(g, half, zmax, &y);
  /* What depends on the middle depends on the start. */
  $(name)_yield at = y;
  for (int j = 0; j < D; j++) {
    y.a_z[j] = y.abar_z[j] = 0;
    for (int l = 0; l < D; l++) {
      y.a_z[j] += at.a_z[l]*half_z[l][j];
      y.abar_z[j] += at.abar_z[l]*half_z[l][j];
    }
    y.a_zmax += at.a_z[j]*half_zmax[j];
    y.abar_zmax += at.abar_z[j]*half_zmax[j];
  }
//@ else
  (void)half;
//@ end
  $(name)_fit_move(g, z, &y, h, moved);
  for (int d = 0; d < D; d++) z[d] = moved[4*d];
  if (!wants) return;
  $(name)_fit_chain(moved, &y, by_z, by_zmax);
  for (int q = 0; q < S; q++) {
    for (int i = 0; i < D; i++) {
      end[i] = q < Q ? by_zmax[i]*level[3 + 2*q] : 0;
      for (int j = 0; j < D; j++) end[i] += by_z[i][j]*slopes[q][j];
    }
    for (int i = 0; i < D; i++) slopes[q][i] = end[i];
  }
}

/* The first deflection: that of a rigid displacement, in units of breakaway. */
static void $(name)_fit_start(const double *p, double x, double y, double *z, double slopes[S + 1][D])
{
  const double unit = $(fit_mu_s)/$(fit_sigma0), arm = $(fit_arm);
  const double *const share = p + $(fit_z0);
  const double way[3][3] = {{1, 0, 0}, {0, 1, 0}, {-y/arm, x/arm, $(fit_r)/arm}};
  for (int d = 0; d < D; d++) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += share[i]*way[i][d];
      slopes[Q + i][d] = unit*way[i][d];
    }
    z[d] = unit*sum;
    for (int q = 0; q < Q; q++) {
      const int slot = $(name)_fit_slots[q];
      slopes[q][d] = slot == $(fit_slot_mu_s) ? sum/$(fit_sigma0) : slot == $(fit_slot_0) ? -z[d]/$(fit_sigma0) : 0;
    }
  }
}
//@ end

/* Adds a force of a group, per axis, to the wrench of a row. */
static void $(name)_fit_add(const double *force, double x, double y, int rows, int k, int width, double *to)
{
  const double wrench[3] = {force[0], force[1],
    (x*force[1] - y*force[0]$(fit_is_reduced and (" + " .. fit_r .. "*force[2]") or ""))/$(fit_arm)};
  for (int o = 0; o < 3; o++)
    if ($(name)_fit_places[o] >= 0) to[($(name)_fit_places[o]*rows + k)*width] += wrench[o];
}

/* The wrench of a group at a row, and its slopes. */
static void $(name)_fit_sample(const double *p, const $(name)_slip *g, const double *z, double slopes[S + 1][D], double load,
  double x, double y, int rows, int k, double *model, double *to)
{
  double level[2 + 2*Q], force[D], viscous[D], rate[D];
  const double fade = exp(-(g->s*$(fit_per_v_d))*(g->s*$(fit_per_v_d)));
  $(name)_fit_level(p, g->s, level);
  for (int d = 0; d < D; d++) viscous[d] = -load*(d == 2 ? $(fit_turn_viscous) : 1)*g->v[d];
//@ if fit_has_bristle then
  double moved[4*D], by_z[D][D], by_zmax[D];
  $(name)_yield yield;
  $(name)_fit_yield(g, z, level[1], &yield);
  $(name)_fit_rate(g, z, &yield, moved);
  for (int d = 0; d < D; d++) {
    rate[d] = -load*fade*moved[4*d];
    force[d] = -load*$(fit_sigma0)*z[d] + $(fit_sigma1)*rate[d] + $(fit_sigma2)*viscous[d];
  }
  $(name)_fit_add(force, x, y, rows, k, 1, model);
  if (!to) return;
  $(name)_fit_chain(moved, &yield, by_z, by_zmax);
  for (int q = 0; q < S; q++) {
    for (int i = 0; i < D; i++) {
      double sum = q < Q ? by_zmax[i]*level[3 + 2*q] : 0;
      for (int j = 0; j < D; j++) sum += by_z[i][j]*slopes[q][j];
      force[i] = -load*($(fit_sigma0)*slopes[q][i] + $(fit_sigma1)*fade*sum);
    }
    $(name)_fit_add(force, x, y, rows, k, P, to + $(name)_fit_slots[q]);
  }
  if ($(fit_slot_0) >= 0) {
    for (int d = 0; d < D; d++) force[d] = -load*z[d];
    $(name)_fit_add(force, x, y, rows, k, P, to + $(fit_slot_0));
  }
  if ($(fit_slot_1) >= 0) $(name)_fit_add(rate, x, y, rows, k, P, to + $(fit_slot_1));
//@ else
  /* Sliding alone; slower than the rest it grows with the speed. */
  const double per = -load/(g->s > $(fit_rest) ? g->s : $(fit_rest));
  for (int d = 0; d < D; d++) force[d] = per*level[0]*g->b[d] + $(fit_sigma2)*viscous[d];
  $(name)_fit_add(force, x, y, rows, k, 1, model);
  if (!to) return;
  for (int q = 0; q < Q; q++) {
    for (int d = 0; d < D; d++) rate[d] = per*level[2 + 2*q]*g->b[d];
    $(name)_fit_add(rate, x, y, rows, k, P, to + $(name)_fit_slots[q]);
  }
  (void)fade;
  (void)z;
  (void)slopes;
//@ end
  if ($(fit_slot_2) >= 0) $(name)_fit_add(viscous, x, y, rows, k, P, to + $(fit_slot_2));
}

void $(name)_pass(int n, const double *const *column, const double *p, double *model, double *slopes)
{
  const int rows = n/$(fit_outputs), steps = (int)column[5][0];
  for (int k = 0; k < n; k++) model[k] = 0;
  for (int k = 0; slopes && k < n*P; k++) slopes[k] = 0;
  for (int c = 0; c < GROUPS; c++) {
    const double x = $(name)_fit_x[c], y = $(name)_fit_y[c];
    double z[D] = {0}, by[S + 1][D] = {{0}};
    $(name)_slip g;
//@ if fit_has_bristle then
    $(name)_fit_start(p, x, y, z, by);
//@ end
    for (int k = 0; k < rows; k++) {
      const double vx = column[1][k], vy = column[2][k], w = column[3][k], load = column[4][k]*$(name)_fit_share[c];
      const double *const h = $(fit_has_surface and "column[6] + 3*(1 + steps)*k" or "column[1]");
      if (load > 0) {
        $(name)_fit_slip(vx, vy, w, x, y, h, &g);
        $(name)_fit_sample(p, &g, z, by, load, x, y, rows, k, model, slopes);
      } else { /* no contact: bristles are straight again */
        for (int d = 0; d < D; d++) z[d] = 0;
        for (int q = 0; q < S; q++)
          for (int d = 0; d < D; d++) by[q][d] = 0;
      }
//@ if fit_has_bristle then
      for (int i = 0; k + 1 < rows && i < steps; i++) {
        const double share = (i + 0.5)/steps;
        $(name)_fit_slip(vx + share*(column[1][k + 1] - vx), vy + share*(column[2][k + 1] - vy),
          w + share*(column[3][k + 1] - w), x, y, h + 3*(i + 1), &g);
        $(name)_fit_step(p, &g, column[0][k]/steps, z, by, slopes != 0);
      }
//@ end
    }
  }
  for (int o = 0; o < 3; o++)
    for (int k = 0; $(name)_fit_places[o] >= 0 && k < rows; k++) {
      const int at = $(name)_fit_places[o]*rows + k;
      const double unit = o == 2 ? 1/$(fit_arm) : 1;
      model[at] += unit*p[$(name)_fit_offsets[o]];
      if (slopes) slopes[at*P + $(name)_fit_offsets[o]] = unit;
    }
  (void)steps;
}
