 * Stiffness goes by area: a bristle with a share a of the stiffness and w of the load has, in
 * the place of sigma0 and sigma1 below, sigma0_k = sigma0*(fn_nominal/fn)*(a/w) and sigma1_k
 * alike, so that sigma0*fn_nominal*a, N/m, does not depend on fn, and where the pressure is low
 * a bristle slips first. fn_nominal = $(plain(fn_nominal)) N. A bristle that is longer than
 * g(0)/sigma0_k is shortened first; that dissipates.
