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
//@ -- exp(-a*b)
//@ local form = has_powers and "(alone ? NAME_exp_one(A, B) : NAME_exp(-A*B))" or "NAME_exp(-A*B)"
//@ local function exp(a, b) return (form:gsub("%u+", { NAME = name, A = a, B = b }):gsub("%*1%.?0?f?%)", ")")) end
/* Fills the law. Returns OK, BAD_INPUT, or SEPARATED if nothing presses.$(has_powers and " `alone` is 0 where\n * states go side by side." or "") */
$(NAME)_INLINE int $(name)_law_at($(tuned)$(if_alone)$(typed_inputs), $(name)_law *a)
{
  const $(real) s = $(name)_size(v);
//@ if has_powers and not has_stribeck and not has_fading then
  (void)alone;
//@ end
//@ if #tune > 0 then
  (void)tuning;
//@ end
  a->s = s;
  a->side = v < $(real(0)) ? $(real(-1)) : $(real(1));
  a->viscous = $(side("sigma2"));
//@ if has_position then
  const int is_there = $(name)_place(q, &a->place, &a->place_q);
//@ end
//@ if has_load then
  a->load = $(name)_size(load);
//@ end
//@ if has_stribeck then
  const $(real) x = s*$(side("per_v_s"));
//@ if stribeck_form == "square" then
  a->fall = $(exp("x", "x"));
  a->steep = $(real(2))*x*$(side("per_v_s"));
//@ elseif stribeck_form == "line" then
  a->fall = $(exp("x", real(1)));
  a->steep = $(side("per_v_s"));
//@ else
  const $(real) gamma = $(side("gamma")), w = $(name)_power(x, gamma);
  a->fall = $(exp("w", real(1)));
  a->steep = x > $(real(least_base)) ? gamma*(w/x)*$(side("per_v_s")) : $(real(0));
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
  const $(real) fade = s*$(named("per_v_d"));
  a->damping = $(times("sigma1"))$(exp("fade", "fade"));
//@ elseif has_damping then
  a->damping = $(named("sigma1"));
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
