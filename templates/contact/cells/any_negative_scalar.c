static int $(name)_any_negative$(of)(const $(real) *v)
{
  int any = 0;
  for (int l = 0; l < $(per_block); l++) any |= v[l] < $(real(0));
  return any;
}
