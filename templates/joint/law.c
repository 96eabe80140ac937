/* ---- the level of friction ---------------------------------------------------- */

/* The law at one instant. */
typedef struct {
  $(real) s, side; /* |v|, and 1 or -1: the direction */
//@ if has_load then
  $(real) load; /* its size */
//@ end
//@ if has_position then
  $(real) place, place_q; /* P(q) and its slope */
//@ end
//@ if has_stribeck then
  $(real) fall, steep; /* exp(-(s/v_s)^gamma), and -1/fall times its slope */
//@ end
  $(real) level; /* G */
//@ if has_state then
  $(real) zmax; /* G/sigma0 */
//@ end
//@ if has_damping then
  $(real) damping; /* sigma1 at this speed */
//@ end
  $(real) viscous;
} $(name)_law;

//@ if has_position then
$(include("joint/place.c"))

//@ end
//@ local known = {}
//@ for _, c in ipairs(constants) do known[c.name] = true end
//@ local function side(key)
//@   if not known["reverse_" .. key] then return named(key) end
//@   return ("(v < %s ? %s : %s)"):format(real(0), named("reverse_" .. key), named(key))
//@ end
//@ -- exp(-x*x) for x = s*per, and exp(-x)
//@ local function gauss(per)
//@   local one = ("%s_exp_square(s, %s)"):format(name, per)
//@   return has_powers and ("(alone ? %s_faded_square(s, %s) : %s)"):format(name, per, one) or one
//@ end
//@ local function decay(x)
//@   local one = ("%s_exp(-%s)"):format(name, x)
//@   return has_powers and ("(alone ? %s_faded(%s*%s_POWERS_PER_E) : %s)"):format(name, x, NAME, one) or one
//@ end
//@ if (has_stribeck and stribeck_form == "square") or has_fading then
/* exp(-(s*per)^2) */
$(NAME)_INLINE $(real) $(name)_exp_square($(real) s, $(real) per)
{
  const $(real) x = s*(per*$(real(math.sqrt(log2e))));
  $(real) q;
  const $(real) p = $(name)_power(x*x, &q);
  return q - q*p;
}

//@ if has_powers then
$(NAME)_INLINE $(real) $(name)_faded_square($(real) s, $(real) per)
{
  const $(real) x = s*(per*$(NAME)_ROOT_POWERS);
  return $(name)_faded(x*x);
}

//@ end
//@ end
/* What of the law the direction alone decides. */
$(NAME)_INLINE void $(name)_law_start($(tuned)$(real) v, $(name)_law *a)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
  a->s = $(name)_size(v);
  a->side = $(name)_signed($(real(1)), v);
  a->viscous = $(side("sigma2"));
//@ if has_damping and not has_fading then
  a->damping = $(named("sigma1"));
//@ end
}

/* Fills the law. Returns OK, BAD_INPUT, or SEPARATED if nothing presses.$(has_powers and " `alone` is 0 where\n * states go side by side." or "") */
$(NAME)_INLINE int $(name)_law_at($(tuned)$(if_alone)$(typed_inputs), $(name)_law *a)
{
  $(name)_law_start($(tuning)v, a);
  const $(real) s = a->s;
//@ if has_powers and not has_stribeck and not has_fading then
  (void)alone;
//@ end
//@ if has_position then
  const int is_there = $(name)_place(q, &a->place, &a->place_q);
//@ end
//@ if has_load then
  a->load = $(name)_size(load);
//@ end
//@ if has_stribeck then
  const $(real) per_v_s = $(side("per_v_s"));
//@ if stribeck_form == "square" then
  a->fall = $(gauss("per_v_s"));
  a->steep = $(real(2))*s*per_v_s*per_v_s;
//@ elseif stribeck_form == "line" then
  const $(real) x = s*per_v_s;
  a->fall = $(decay("x"));
  a->steep = per_v_s;
//@ else
  const $(real) x = s*per_v_s, gamma = $(side("gamma")), w = $(name)_raised(x, gamma);
  a->fall = $(decay("w"));
  a->steep = x > $(real(least_base)) ? gamma*(w/x)*per_v_s : $(real(0));
//@ end
//@ end
//@ for _, member in ipairs { "place", "fall" } do
//@ if level.reads[member] then
  const $(real) $(member) = a->$(member);
//@ end
//@ end
//@ if level.reads.size then
  const $(real) size = a->load;
//@ end
//@ if level.reads.coulomb then
  const $(real) coulomb = $(side("F_c"));
//@ end
//@ if level.reads.down then
  const $(real) down = $(side("drop"));
//@ end
//@ if #level.temporaries > 0 then
$(temporaries(level))
//@ end
  a->level = $(level.outputs[1].value);
//@ if has_fading then
  a->damping = $(times("sigma1"))$(gauss(named("per_v_d")));
//@ end
//@ if has_state then
  a->zmax = $(times("per_sigma0"))a->level;
//@ end
  if (!(s <= $(greatest))$(has_load and (" || !(a->load <= %s)"):format(greatest) or "")$(has_position and (" || !(%s_size(q) <= %s) || !is_there"):format(name, greatest) or "")) return $(NAME)_BAD_INPUT;
  return a->$(has_state and "zmax" or "level") > $(tiny) ? $(NAME)_OK : $(NAME)_SEPARATED;
}

/* The level that holds at rest against a motion to the side of `sign`. */
$(NAME)_INLINE $(real) $(name)_hold($(tuned)const $(name)_law *a, $(real) sign)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if reverse_top_name ~= top_name then
  const $(real) top_here = sign < $(real(0)) ? $(named(reverse_top_name)) : $(named(top_name));
//@ else
  const $(real) top_here = $(named(top_name));
  (void)sign;
//@ end
//@ if hold.reads.place then
  const $(real) place = a->place;
//@ end
//@ if hold.reads.size then
  const $(real) size = a->load;
//@ end
//@ if not hold.reads.place and not hold.reads.size then
  (void)a;
//@ end
//@ if #hold.temporaries > 0 then
$(temporaries(hold))
//@ end
  return $(hold.outputs[1].value);
}
