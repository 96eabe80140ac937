//@ local largest = real(is_float and 0x1.fffffep127 or 0x1.fffffffffffffp1023)
//@ local function quotient(by) -- the largest number stands for a gauge without bound
//@   local text = ("gauge/(%s%s)"):format(scaled("margin_mu"), by)
//@   return one_bristle and ("gauge < %s ? %s : %s"):format(largest, text, largest) or text
//@ end
/* ---- how near sliding a wrench is ---------------------------------------- */

$(inlined) int $(name)_finite($(real) x)
{
  return $(real(0))*x == $(real(0)) ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}

$(include(gauge))
/* Writes the bound for a wrench at the grid centre. Returns OK if it is finite. */
static int $(name)_gauge_of(const $(real) $(has_stretch and "given" or "wrench")[3], $(real) *gauge$(patch_par))
{
//@ if has_stretch then
  /* on the stretched patch: by the inverse of (0) */
  const $(real) fx = given[0], fy = given[1];
//@ if is_skewed then
  const $(real) across = $(real(-stretch_xy/ratio));
  const $(real) wrench[3] = {
    $(real(stretch_yy/ratio))*fx + across*fy, $(real(stretch_xx/ratio))*fy + across*fx, $(real(1/ratio))*given[2]
  };
//@ else
  const $(real) wrench[3] = {
    $(real(1/stretch_xx))*fx, $(real(1/stretch_yy))*fy, $(real(1/ratio))*given[2]
  };
//@ end
//@ end
  $(real) w[3] = {wrench[0], wrench[1], wrench[2]$(off_centre and (" - %s*wrench[1] + %s*wrench[0]"):format(at_x, at_y) or "")};
  $(real) most = $(real(0));
//@ if one_bristle then
  /* A torque about the bristle, beyond rounding, is held by no load. */
  const $(real) parts[3] = {$(at_y)*wrench[0], $(at_x)*wrench[1], wrench[2]};
  $(real) rounding = $(real(0));
  for (int i = 0; i < 3; i++) rounding += parts[i] < $(real(0)) ? -parts[i] : parts[i];
  rounding *= $(real(is_float and 0x1p-20 or 0x1p-49));
  const int is_held = w[2] <= rounding && -w[2] <= rounding;
  if (is_held) w[2] -= w[2]; /* not 0 if it is not finite */
//@ end
  w[2] $(margin_scale);
  for (int i = 0; i < 3; i++) {
    const $(real) size = w[i] < $(real(0)) ? -w[i] : w[i];
    most = size > most ? size : most;
  }
  *gauge = $(real(0));
  if (!($(name)_nan3(w) == $(real(0)))) return $(NAME)_BAD_INPUT;
//@ if one_bristle then
  if (!is_held) *gauge = $(largest);
  if (!is_held) return $(NAME)_OK;
//@ end
  if (!(most > $(real(0)))) return $(NAME)_OK;
  for (int i = 0; i < 3; i++) w[i] /= most;
  *gauge = most*$(name)_gauge(w$(gauge_arg));
  return $(name)_finite(*gauge);
}

int $(name)_margin(const $(real) wrench[3], $(real) fn, $(real) *share)
{
  $(real) gauge;
//@ if has_levels then
  $(patch_of_fn)
//@ end
  int status = $(name)_gauge_of(wrench, &gauge$(patch_arg));
  if (share) *share = $(real(0));
  if (status != $(NAME)_OK || !($(real(0))*fn == $(real(0)))) return $(NAME)_BAD_INPUT;
  if (!(fn > $(real(0)))) return $(NAME)_SEPARATED;
  const $(real) result = $(quotient("fn"));
  status = $(name)_finite(result);
  if (share && status == $(NAME)_OK) *share = result;
  return status;
}

//@ if has_levels then
/* Writes the least load that the patch at the load fn asks for. */
static int $(name)_need(const $(real) wrench[3], $(real) share, $(real) fn, $(real) *need)
{
  $(real) gauge;
  $(patch_of_fn)
  const int status = $(name)_gauge_of(wrench, &gauge$(patch_arg));
  *need = gauge/($(scaled("margin_mu"))share);
  return status == $(NAME)_OK ? $(name)_finite(*need) : status;
}

//@ end
int $(name)_hold(const $(real) wrench[3], $(real) share, $(real) *fn)
{
//@ if has_levels then
  if (fn) *fn = $(real(0));
  if (!(share > $(real(0)) && share <= $(real(1)))) return $(NAME)_BAD_INPUT;
  /* Below and above the range the patch is constant; in it the load is bisected: it suffices at
   * `high`, and does not at `low`. */
  $(real) low = $(real(fn_least)), high = $(real(fn_largest)), need;
  int status = $(name)_need(wrench, share, low, &need);
  if (status == $(NAME)_OK && need > low) {
    $(real) above;
    status = $(name)_need(wrench, share, high, &above);
    if (above > high) low = high = above;
    for (int round = 0; status == $(NAME)_OK && low < high && round < $(is_float and 26 or 50); round++) {
      const $(real) middle = low + $(real(0.5))*(high - low);
      status = $(name)_need(wrench, share, middle, &need);
      if (need <= middle) high = middle;
      else low = middle;
    }
    need = high;
  }
  if (fn && status == $(NAME)_OK) *fn = need;
  return status == $(NAME)_OK ? $(NAME)_OK : $(NAME)_BAD_INPUT;
//@ else
  $(real) gauge;
  int status = $(name)_gauge_of(wrench, &gauge);
  if (fn) *fn = $(real(0));
  if (status != $(NAME)_OK || !(share > $(real(0)) && share <= $(real(1)))) return $(NAME)_BAD_INPUT;
  const $(real) result = $(quotient("share"));
  status = $(name)_finite(result);
  if (fn && status == $(NAME)_OK) *fn = result;
  return status;
//@ end
}
