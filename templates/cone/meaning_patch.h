 * f = (fx, fy, tau, fn): force and torque of friction on the body at the grid
 * centre, and the normal force. The patch has $(cells) cells, and its pressure is fn
 * times the spec's map. mu = $(plain(mu)).
$(include("cone/limits.h"))
 * Centre of pressure ($(plain(cop_x)), $(plain(cop_y))) m. The largest torque about it is mu*fn*r,
 * r = $(plain(length)) m.
 * The wrenches that can be held are a convex set of (fx, fy, tau) times fn.
//@ if approximation == "inner" then
 * The functions take a cone within it, over a polytope of $(nfacets) faces whose corners
 * lie on the exact limit surface.
//@ else
 * The functions take a cone around it, over a polytope of $(nfacets) faces that are
 * tangent to the exact limit surface.
//@ end
 * Certified: with as many faces each, no point of the outer polytope is farther
 * than $(plain(gap, 4)) mu*fn from the inner one, in the norm of (dfx, dfy, dtau/r). Their
 * volumes are as $(plain(volume_ratio, 4)) to 1.
