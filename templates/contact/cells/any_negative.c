static int $(name)_any_negative$(of)(const $(real) *v)
{
  $(name)_bits any = 0;
  for (int l = 0; l < $(per_block); l++) any |= $(name)_to_bits(v[l]);
  return (int)(any >> $(sign_bit));
}
