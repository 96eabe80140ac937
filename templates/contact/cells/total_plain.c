static $(real) $(name)_total(const $(real) *v)
{
  return v[0];
}
