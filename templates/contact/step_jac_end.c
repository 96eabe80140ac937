//@ -- The end of _step_jac: the step, and the derivative if the step has one.
  if (status == $(NAME)_OK || status == $(NAME)_SEPARATED) status = $(name)_step(s, $(along), fn, dt, wrench);
  if (status == $(NAME)_BAD_STATE) $(name)_zero(wrench, 3);
//@ if has_rounds then
  const int has_jac = status == $(NAME)_OK || status == $(NAME)_NO_CONVERGENCE;
//@ else
  const int has_jac = status == $(NAME)_OK;
//@ end
  for (int i = 0; dwrench_dtwist && i < 9; i++) dwrench_dtwist[i] = has_jac ? $(jac)[i] : $(real(0));
  return status;
