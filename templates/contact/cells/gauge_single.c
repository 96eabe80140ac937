/* Returns the bound of the only bristle, which holds every force of size 1 and no torque. */
static $(real) $(name)_gauge(const $(real) w[3])
{
  return $(real(margin_safe))*$(sqrt)(w[0]*w[0] + w[1]*w[1]);
}
