/* Returns the sum of all lanes, by short chains of additions. */
$(NAME)_INLINE $(real) $(name)_total(const $(real) *v)
{
//@ if wide < 8 then
  $(real) sum = v[0];
//@ if wide > 1 then
  for (int l = 1; l < $(wide); l++) sum += v[l];
//@ end
  return sum;
//@ else
  $(real) part[8], half[4];
  for (int l = 0; l < 8; l++) part[l] = v[l];
//@ for from = 8, wide - 2, 8 do
  for (int l = 0; l < $(math.min(wide - from, 8)); l++) part[l] += v[$(from) + l];
//@ end
//@ if wide > 8 and wide % 8 == 1 then
  part[0] += v[$(wide - 1)];
//@ end
  for (int l = 0; l < 4; l++) half[l] = part[l] + part[l + 4];
  return (half[0] + half[2]) + (half[1] + half[3]);
//@ end
}
