/* $(name).c: friction of the axis "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

/* ---- parameters ------------------------------------------------------------------ */

$(include("common/constants.c"))

$(include("common/inline.c"))
//@ if has_state then
#ifdef __GNUC__
#define $(NAME)_APART __attribute__((noinline))
#else
#define $(NAME)_APART
#endif
//@ end

$(include("common/functions.c"))

//@ if #tune > 0 then
$(include("common/tuning.c"))

//@ end
$(include("joint/math.c"))
$(include("joint/law.c"))

//@ if has_state then
$(include(flow_template))

$(include("joint/step.c"))

$(include("joint/slopes.c"))

$(include("joint/jac.c"))

$(include("joint/couple.c"))

//@ if has_compensation then
$(include("joint/compensate.c"))

//@ end
//@ else
$(include("joint/coulomb.c"))

//@ end
int $(name)_steady($(tuned)$(typed_inputs), $(real) *force)
{
  $(name)_law a;
  $(real) f = $(real(0));
$(include("joint/begin.c"))
  if (status == $(NAME)_OK && a.s > $(real(0))) f = -(a.side*a.level + a.viscous*v);
  if (!($(real(0))*f == $(real(0)))) {
    status = $(NAME)_BAD_INPUT;
    f = $(real(0));
  }
  if (force) *force = f;
  return status;
}

$(include("joint/selftest.c"))
