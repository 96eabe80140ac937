typedef $(bits_type) $(name)_bits;

$(NAME)_INLINE $(name)_bits $(name)_to_bits($(real) a)
{
  $(name)_bits i;
  (void)memcpy(&i, &a, sizeof i);
  return i;
}

//@ if has_from_bits then
$(NAME)_INLINE $(real) $(name)_from_bits($(name)_bits i)
{
  $(real) a;
  (void)memcpy(&a, &i, sizeof a);
  return a;
}

//@ end
//@ if has_rounded then
$(include("common/rounded.c"))
//@ end
