//@ local V = name .. "_vector"
//@ if is_exponential then
/* phi = (1 - exp(-h))/h of the numbers h = a*dt >= 0. */
$(NAME)_INLINE $(V) $(name)_phi_wide($(V) h)
{
  const $(V) u0 = h*$(real(log2e)) + $(real(log2e))*$(tiny);
  const $(V) u = $(name)_least(u0, $(name)_all($(real(stride_cut))));
  const $(V) k = u + $(magic);
  const $(V) t = u - (k - $(magic)), t2 = t*t, t4 = t2*t2;
  const $(V) p = t*($(paired(phi_even, "t2", "t4")) + t*$(paired(phi_odd, "t2", "t4")));
  const $(V) q = ($(V))((($(name)_bits)$(exponent_one) << $(mantissa)) - (($(name)_vector_bits)k << $(mantissa)));
  return (($(real(1)) - q) + q*p)/(h + $(tiny));
}

//@ end
