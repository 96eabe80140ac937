//@ local function number(x) return real(x) end
//@ local function of(list) return by_face(list, number) end
//@ local function add(list) return list[1] + list[2] + list[3] == 0 and "" or " + " .. of(list) end
//@ local held = is_blended and "c" or "p"
//@ local cast = is_cast and ("(%s)"):format(real) or ""
//@ local axes, fold = { "x", "y", "z" }, {}
//@ for d = 1, 3 do fold[d] = even[d] == 1 and "a" .. axes[d] or ("plus*c%s"):format(axes[d]) end
/* A direction on its face. */
typedef struct {
  int face;         /* the largest component */
  int node, row;    /* first of 4 x 4 coefficients; numbers from a row to the next */
  $(real) x, y;        /* place in the cell, 0 to 1 */
  $(real) a, b, per;   /* the face's coordinates; one over the largest component */
  $(real) sign[3];     /* of the gradient's components; 0 at rest */
} $(name)_place;

$(NAME)_INLINE void $(name)_locate(const $(real) v[3], $(name)_place *p)
{
  const $(real) vx = v[0]$(middle_y == 0 and "" or " - " .. real(middle_y) .. "*v[2]");
  const $(real) vy = v[1]$(middle_x == 0 and "" or " + " .. real(middle_x) .. "*v[2]");
  const $(real) cx = vx$(by(inverse_x)), cy = vy$(by(inverse_y)), cz = v[2];
  const $(real) ax = cx > -cx ? cx : -cx, ay = cy > -cy ? cy : -cy, az = cz > -cz ? cz : -cz;
  const $(real) wide = ay > ax ? ay : ax, most = az > wide ? az : wide;
  const int is_spin = az >= wide, is_y = !is_spin & (ay > ax);
  const $(real) one = most > $(tiny) ? $(real(1)) : $(real(0));
  const $(real) per = $(real(1))/(most > $(tiny) ? most : $(tiny));
//@ if even[1] + even[2] + even[3] < 3 then
  const $(real) plus = (is_spin ? cz : is_y ? cy : cx) < $(real(0)) ? -one : one;
//@ end
  const $(real) a = (is_spin | is_y ? $(fold[1]) : $(fold[2]))*per, b = (is_spin ? $(fold[2]) : $(fold[3]))*per;
  const $(real) x = a*$(of(per_a))$(add(low_a)), y = b*$(of(per_b))$(add(low_b));
  const $(real) last_x = $(of(last_a)), last_y = $(of(last_b));
  const int i = (int)(x == x ? x > $(real(0)) ? x < last_x ? x : last_x : $(real(0)) : $(real(0)));
  const int j = (int)(y == y ? y > $(real(0)) ? y < last_y ? y : last_y : $(real(0)) : $(real(0)));
  p->face = is_spin ? 2 : is_y;
  p->row = $(by_face(row));
  p->node = $(by_face(start)) + i*p->row + j;
  p->x = x - ($(real))i;
  p->y = y - ($(real))j;
  p->a = a;
  p->b = b;
  p->per = per;
//@ for d = 1, 3 do
  p->sign[$(d - 1)] = $(even[d] == 1 and ("c%s < %s ? -one : one"):format(axes[d], real(0)) or "plus");
//@ end
}

//@ for _, part in ipairs{ { "weights", weights, "Writes the weights of four coefficients at the place t of a cell." }, { "weight_slopes", weight_slopes, "Writes their first derivatives." }, { "weight_bends", weight_bends, "Writes their second derivatives." } } do
/* $(part[3]) */
$(NAME)_INLINE void $(name)_$(part[1])($(real) t, $(real) out[4])
{
//@   for _, line in ipairs(part[2].temporaries) do
  const $(real) $(line.name) = $(line.value);
//@   end
//@   for i, line in ipairs(part[2].outputs) do
  out[$(i - 1)] = $(line.value); /* $(line.name) */
//@   end
}

//@ end
//@ if is_blended then
/* Writes the 4 x 4 coefficients at the normal force of the patch, from four slices. */
$(NAME)_INLINE void $(name)_block(const $(name)_place *p$(patch_par), $(real) c[16])
{
//@   local sum = {}
//@   for k = 0, 3 do
//@     sum[k + 1] = ("patch->w[%d]*%s%s_coefficients[at + %d]"):format(k, cast, name, k*stride)
//@   end
  for (int i = 0; i < 16; i++) {
    const int at = patch->slice*$(stride) + p->node + i/4*p->row + i % 4;
    c[i] = $(table.concat(sum, "\n      + "));
  }
}

/* Writes their sum along the rows, for each column. */
$(NAME)_INLINE void $(name)_columns(const $(real) c[16], const $(real) w[4], $(real) out[4])
{
  for (int l = 0; l < 4; l++) out[l] = w[0]*c[l] + w[1]*c[4 + l] + w[2]*c[8 + l] + w[3]*c[12 + l];
}
//@ else
//@ if is_anchored then
/* Returns the coefficient that sums over the cell leave out: slopes multiply the rounding of
 * these sums by the many cells, and the differences from a neighbour are small. */
$(NAME)_INLINE $(real) $(name)_anchor(const $(name)_place *p)
{
  return $(cast)$(name)_coefficients[p->node + p->row + 1];
}

//@ end
/* Writes a sum of 4 x 4 coefficients$(is_anchored and ", less their anchor," or "") along the rows, for each column. Indices of the table in
 * place of pointers into it: compilers gather these. */
$(NAME)_INLINE void $(name)_columns(const $(name)_place *p, const $(real) w[4], $(real) out[4])
{
  const int row0 = p->node, row1 = row0 + p->row, row2 = row1 + p->row, row3 = row2 + p->row;
//@ if is_anchored then
  const $(real) anchor = $(name)_anchor(p);
//@ end
//@ for l = 0, 3 do
//@   local terms, term = {}, is_anchored and "w[%d]*(%s%s_coefficients[row%d + %d] - anchor)" or "w[%d]*%s%s_coefficients[row%d + %d]"
//@   for k = 0, 3 do terms[k + 1] = term:format(k, cast, name, k, l) end
  out[$(l)] = $(table.concat(terms, "\n    + "));
//@ end
}
//@ end

$(NAME)_INLINE $(real) $(name)_dot4(const $(real) a[4], const $(real) b[4])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3];
}

/* Writes -gradient in V from the gradient g in the frame of the table. */
$(NAME)_INLINE void $(name)_leave_frame(const $(real) g[3], $(real) h[3])
{
  h[0] = -g[0]$(by(inverse_x));
  h[1] = -g[1]$(by(inverse_y));
  h[2] = -g[2]$(middle_x == 0 and "" or " + " .. real(middle_x) .. "*h[1]")$(middle_y == 0 and "" or " - " .. real(middle_y) .. "*h[0]");
}

/* Writes h at a place from sums of coefficients along the rows and their slopes. */
$(NAME)_INLINE void $(name)_gradient(const $(name)_place *p, const $(real) at[4], const $(real) along[4],
  $(real) h[3])
{
  const int is_spin = p->face == 2, is_y = p->face == 1;
  $(real) wy[4], dy[4], g[3];
  $(name)_weights(p->y, wy);
  $(name)_weight_slopes(p->y, dy);
  const $(real) s = $(has_base and of(base) .. " + " or "")$(is_int16 and of(unit) .. "*" or "")$(is_anchored and ("(%s_anchor(p) + %s_dot4(wy, at))"):format(name, name) or name .. "_dot4(wy, at)");
  const $(real) sa = $(of(slope_a))*$(name)_dot4(wy, along), sb = $(of(slope_b))*$(name)_dot4(dy, at);
  const $(real) radial = s - p->a*sa - p->b*sb; /* by Euler: P is homogeneous */
  g[0] = p->sign[0]*(is_spin | is_y ? sa : radial);
  g[1] = p->sign[1]*(is_spin ? sb : is_y ? radial : sa);
  g[2] = p->sign[2]*(is_spin ? radial : sb);
  $(name)_leave_frame(g, h);
}

/* Writes h at a place. */
$(NAME)_INLINE void $(name)_read(const $(name)_place *p, $(real) h[3]$(patch_par))
{
  $(real) wx[4], dx[4], at[4], along[4];
//@ if is_blended then
  $(real) c[16];
  $(name)_block(p$(patch_arg), c);
//@ elseif has_axis then
  (void)patch; /* the coefficients do not depend on fn */
//@ end
  $(name)_weights(p->x, wx);
  $(name)_weight_slopes(p->x, dx);
  $(name)_columns($(held), wx, at);
  $(name)_columns($(held), dx, along);
  $(name)_gradient(p, at, along, h);
}

/* Writes h for V; s = |V|. Both are 0 at rest. */
$(NAME)_INLINE void $(name)_surface(const $(real) v[3], $(real) s, $(real) h[3]$(patch_par))
{
  $(name)_place p;
  (void)s;
  $(name)_locate(v, &p);
  $(name)_read(&p, h$(patch_arg));
}

/* Writes s*dh/dV, a symmetric matrix: minus the second derivatives of P. */
static void $(name)_surface_slopes(const $(real) v[3], $(real) s, $(real) slopes[9]$(patch_par))
{
  $(name)_place p;
  $(name)_locate(v, &p);
  const int is_spin = p.face == 2, is_y = p.face == 1;
  const int i = !(is_spin | is_y), j = 1 + !is_spin, m = p.face;
  $(real) wx[4], wy[4], dx[4], dy[4], bx[4], by[4], at[4], along[4], bent[4];
  $(real) second[3][3] = {0}, half[3][3];
//@ if is_blended then
  $(real) c[16];
  $(name)_block(&p$(patch_arg), c);
//@ elseif has_axis then
  (void)patch;
//@ end
  $(name)_weights(p.x, wx);
  $(name)_weights(p.y, wy);
  $(name)_weight_slopes(p.x, dx);
  $(name)_weight_slopes(p.y, dy);
  $(name)_weight_bends(p.x, bx);
  $(name)_weight_bends(p.y, by);
  $(name)_columns($(is_blended and "c" or "&p"), wx, at);
  $(name)_columns($(is_blended and "c" or "&p"), dx, along);
  $(name)_columns($(is_blended and "c" or "&p"), bx, bent);
  const $(real) gain_a = $(of(slope_a))*(s*p.per), gain_b = $(of(slope_b))*(s*p.per);
  const $(real) aa = gain_a*$(of(per_a))*$(name)_dot4(wy, bent);
  const $(real) ab = gain_a*$(of(per_b))*$(name)_dot4(dy, along);
  const $(real) bb = gain_b*$(of(per_b))*$(name)_dot4(by, at);
  const $(real) am = -(p.a*aa + p.b*ab), bm = -(p.a*ab + p.b*bb);
  second[i][i] = aa;
  second[j][j] = bb;
  second[i][j] = second[j][i] = ab;
  second[i][m] = second[m][i] = am;
  second[j][m] = second[m][j] = bm;
  second[m][m] = -(p.a*am + p.b*bm);
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) second[k][l] *= p.sign[k]*p.sign[l];
  for (int k = 0; k < 3; k++) $(name)_leave_frame(second[k], half[k]);
  for (int k = 0; k < 3; k++) { /* _leave_frame changes the sign, too */
    const $(real) column[3] = {-half[0][k], -half[1][k], -half[2][k]};
    $(real) out[3];
    $(name)_leave_frame(column, out);
    for (int l = 0; l < 3; l++) slopes[3*l + k] = out[l];
  }
}
