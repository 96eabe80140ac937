/* P(V), the power that friction takes per mu*fn, of which -h is the gradient, as a cubic
 * spline on three faces of the cube |c| <= 1 of
 *   c = ((V[0] - y0*V[2])*$(plain(inverse_x)), (V[1] + x0*V[2])*$(plain(inverse_y)), V[2])
 * with the middle of the loaded box at (x0, y0) = ($(plain(middle_x)), $(plain(middle_y))) from the centre of pressure,
 * over r. On the face where |c[m]| is largest, m = 0, 1, 2, the spline is P/|c[m]|; a and
 * b are the other two over c[m], in ascending order$(even[1] + even[2] + even[3] == 3 and ", as magnitudes" or ""). Row by row, a for the rows.
//@ for m = 1, 3 do
//@   if not (is_shared and m == 2) then
 * From $(math.tointeger(start[m])): $(is_shared and m == 1 and "faces 0 and 1" or "face " .. m - 1), $(math.tointeger(last_a[m]) + 4) rows of $(math.tointeger(row[m])).
//@   end
//@ end
 */
//@ if is_blended then
/* $(slices) slices of $(stride) numbers for $(slices - 3) cells over the place of the normal force. */
//@ end
static const $(NAME)_TABLE $(store) $(name)_coefficients[$(#coefficients)] = {
$(is_int16 and whole(coefficients) or rows(coefficients, 6, store):sub(1, -2))
};
