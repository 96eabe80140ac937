/* Splits f into its normal part and what is left; returns the size of that. */
static $(real) $(name)_split(const $(real) f[$(n)], $(real) *load, $(real) side[$(n)])
{
  static const $(real) normal[$(n)] = {
$(rows(local_normal))};
  $(real) largest = $(real(0)), square = $(real(0));
  *load = $(real(0));
  for (int i = 0; i < $(name)_n; i++) *load += normal[i]*f[i];
  for (int i = 0; i < $(name)_n; i++) {
    const $(real) s = f[i] - *load*normal[i];
    const $(real) m = s < $(real(0)) ? -s : s;
    side[i] = s;
    if (m > largest) largest = m;
  }
  if (!(largest > $(real(0)))) return $(real(0));
  for (int i = 0; i < $(name)_n; i++) square += (side[i]/largest)*(side[i]/largest);
  return largest*$(sqrt)(square);
}

static $(real) $(name)_clamped($(real) load)
{
//@ if has_max then
  if (load > $(real(f_max))) return $(real(f_max));
//@ end
  return load < $(real(f_min)) ? $(real(f_min)) : load;
}

static $(real) $(name)_depth(const $(real) f[$(n)])
{
  $(real) load, side[$(n)];
  const $(real) size = $(name)_split(f, &load, side);
  $(real) depth = ($(real(mu))*load - size)/$(real(slope));
//@ if f_min > 0 then
  if (load - $(real(f_min)) < depth) depth = load - $(real(f_min));
//@ end
//@ if has_max then
  if ($(real(f_max)) - load < depth) depth = $(real(f_max)) - load;
//@ end
  return depth;
}

/* In the plane of f and the normal the set is a triangle or a trapezoid. */
static int $(name)_nearest(const $(real) f[$(n)], $(real) out[$(n)])
{
  static const $(real) normal[$(n)] = {
$(rows(local_normal))};
  $(real) load, side[$(n)];
  const $(real) size = $(name)_split(f, &load, side);
  $(real) to_load = $(name)_clamped(load), to_size = size;
  if (size > $(real(mu))*to_load) {
    to_load = $(name)_clamped(($(real(mu))*size + load)/$(real(slope*slope)));
    to_size = $(real(mu))*to_load;
  }
  for (int i = 0; i < $(name)_n; i++)
    out[i] = to_load*normal[i] + (size > $(real(0)) ? to_size*(side[i]/size) : $(real(0)));
  return $(NAME)_OK;
}
