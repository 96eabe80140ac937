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
 * That holds for the twist that is given. A host that steps a body of mass m and
 * inertia I explicitly with the wrench needs (2*c*dt + k*dt^2)*E < 4 in stick,
 *   c = (sigma1 + sigma2)*fn, k = sigma0*fn, fn the sum over all contacts of the body:
 *   ($(plain(most_damping))*dt + $(plain(most_stiffness))*dt^2)*fn*E < 4
 *   E = 1/m without spin; else E = (a + b)/2 + sqrt((a - b)^2/4 + d^2/(m*I)) with
 *   a = 1/m, b = (U + d^2)/I, U = $(plain(turning_moment)) m^2, d the distance from the centre
 *   of mass to the centre of pressure.
 * For longer steps solve the step of the body with _step_jac.
//@ end
