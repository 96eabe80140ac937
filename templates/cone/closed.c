//@ local axes = { "normal_x", "normal_y", n == 3 and "normal_z" or nil }
/* Splits f into its normal part *load and the rest, `side`; returns |side|. */
static $(real) $(name)_split(const $(real) f[$(n)], $(real) *load, $(real) side[$(n)])
{
  $(real) largest = $(real(0)), square = $(real(0));
//@ local parts = {}
//@ for i, axis in ipairs(axes) do parts[i] = { axis, "f[" .. i - 1 .. "]" } end
  const $(real) along = $(sum(parts));
//@ for i, axis in ipairs(axes) do
  side[$(i - 1)] = f[$(i - 1)]$(minus(axis, "along"));
//@ end
  *load = along;
  for (int i = 0; i < $(name)_n; i++) {
    const $(real) m = $(name)_abs(side[i]);
    if (m > largest) largest = m;
  }
  if (!(largest > $(real(0)))) return $(real(0));
  for (int i = 0; i < $(name)_n; i++) square += (side[i]/largest)*(side[i]/largest);
  return largest*$(sqrt)(square);
}

//@ local least = f_min > 0 and named("f_min") or real(0)
/* The nearest normal force within the limits. */
static $(real) $(name)_clamped($(tuned)$(real) load)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if has_max then
  if (load > $(named("f_max"))) return $(named("f_max"));
//@ end
  return load < $(least) ? $(least) : load;
}

static $(real) $(name)_depth($(tuned)const $(real) f[$(n)])
{
  $(real) load, side[$(n)];
  const $(real) size = $(name)_split(f, &load, side);
  $(real) depth = ($(times("mu"))load - size)/$(named("slope"));
//@ if f_min > 0 then
  if (load - $(named("f_min")) < depth) depth = load - $(named("f_min"));
//@ end
//@ if has_max then
  if ($(named("f_max")) - load < depth) depth = $(named("f_max")) - load;
//@ end
  return depth;
}

/* In the plane of f and the normal the set is a triangle or a trapezoid. */
static int $(name)_nearest($(tuned)const $(real) f[$(n)], $(real) out[$(n)])
{
  $(real) load, side[$(n)];
  const $(real) size = $(name)_split(f, &load, side);
  $(real) to_load = $(name)_clamped($(tuning)load), to_size = size;
  if (size > $(times("mu"))to_load) {
    to_load = $(name)_clamped($(tuning)($(times("mu"))size + load)/$(named("slope2")));
    to_size = $(times("mu"))to_load;
  }
  const $(real) share = size > $(real(0)) ? to_size/size : $(real(0));
//@ for i, axis in ipairs(axes) do
  out[$(i - 1)] = share*side[$(i - 1)]$(plus(axis, "to_load"));
//@ end
  return $(NAME)_OK;
}
