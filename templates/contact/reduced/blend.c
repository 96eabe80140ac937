/* Writes factor times the mean of the nodes; wx and wy are their weights by row and
 * within a row. */
$(NAME)_INLINE void $(name)_blend(const $(name)_place *p, const $(real) wx[$(taps)], const $(real) wy[$(taps)],
  $(real) factor, $(real) out[3]$(patch_par))
{
//@ local sums = {{}, {}, {}}
//@ for i = 0, taps - 1 do
  const $(real) *const row$(i) = p->node$(i > 0 and (" + %d*p->row"):format(i) or "");
  const $(real) x$(i) = factor*wx[$(i)];
//@   local terms = {{}, {}, {}}
//@   for j = 0, taps - 1 do
//@     if has_levels then
  const $(real) w$(i)$(j) = x$(i)*wy[$(j)], high$(i)$(j) = w$(i)$(j)*patch->t, low$(i)$(j) = w$(i)$(j) - high$(i)$(j);
//@     else
  const $(real) w$(i)$(j) = x$(i)*wy[$(j)];
//@     end
//@     for d = 1, 3 do
//@       local n = 3*j + d - 1
//@       local now = has_levels and ("low%d%d*row%d[%d] + high%d%d*row%d[%d]"):format(i, j, i, n, i, j, i, n + stride)
//@       terms[d][j + 1] = now or ("w%d%d*row%d[%d]"):format(i, j, i, n)
//@     end
//@   end
//@   for d = 1, 3 do sums[d][i + 1] = "(" .. table.concat(terms[d], " + ") .. ")" end
//@ end
//@ for d = 0, 2 do
  out[$(d)] = $(table.concat(sums[d + 1], "\n    + "));
//@ end
}
