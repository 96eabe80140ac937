//@ if is_exponential then
 * _step is exponential: beta is frozen over the step, stable at any dt.
//@ elseif is_implicit then
 * _step is implicit: backward Euler extrapolated to second order, L-stable.
//@ else
 * _step is explicit Euler, stable below dt = $(plain(stable_step)) s at 0.1 m/s: keep dt below
 * half of that.
//@ end
//@ if has_rounds then
 * Each of its parts takes at most 60 rounds to a residual of rounding, or else the
 * step returns NO_CONVERGENCE.
//@ end
//@ if has_body then
 * That holds for the twist that is given; _body_step moves the body with its
 * bristles at any dt.
//@ else
 * That holds for the twist that is given: a body of mass m that is stepped
 * explicitly beside it still needs dt < 2*m/(sigma1*fn) and
 * dt < 2*sqrt(m/(sigma0*fn)); beyond that solve its step with _step_jac.
//@ end
