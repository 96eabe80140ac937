//@ if shortens then
/* A tuning may change between two steps. The state keeps its deflections z, and each step
 * first shortens bristles to |z| <= $(plain(stretch))*$(has_own_law and "g(0)" or "mu_s")/sigma0 of the present tuning$(not has_cells and is_matched and " (the third over u/r^2's root)" or ""), which only
 * dissipates; no step of a constant tuning leaves more.$(has_sigma0 and " A change of sigma0 changes the energy" or "")
//@ if has_sigma0 then
 * sigma0*z^2/2 per newton of load at once: that much is injected. _retune scales z by
 * sqrt(from/to) of sigma0 where that is below 1, and then a change adds no energy. NULL
 * means the default. */
//@ else
 * No change adds energy, so that _retune has nothing to do. */
//@ end
//@ else
/* A tuning may change between two steps. The state keeps its deflections, and its energy
 * does not change, so that _retune has nothing to do. */
//@ end
int $(name)_retune($(name)_state *s, const $(name)_tuning *from, const $(name)_tuning *to);
