 * f is the force on the body at a point contact, N, in the axes of the $(is_runtime and "normal" or "spec").
//@ if is_runtime then
 * The normal is an argument, of any length, and points into the body.
//@ elseif n == 2 then
 * Normal $(tuple(normal, 1, 2)), into the body.
//@ else
 * Normal $(tuple(normal, 1, 3)), into the body; tangents
 * $(tuple(T, 1, 3)) and $(tuple(T, 4, 3)).
//@ end
 * |tangential part| <= mu * normal part, mu = $(plain(mu))
$(include("cone/limits.h"))
//@ if is_closed then
 * The functions take this set itself$(n == 2 and ": two faces are exact in the plane" or "").
//@ elseif approximation == "inner" then
 * The functions take a pyramid of $(faces) faces within it, whose edges lie on the cone.
 * Between the edges the pyramid lacks 1 - cos(pi/$(faces)) = $(plain(1 - math.cos(math.pi/faces), 4)) of the tangential force.
//@ else
 * The functions take a pyramid of $(faces) faces around it, which touch the cone. Its
 * edges exceed the tangential force by 1/cos(pi/$(faces)) - 1 = $(plain(1/math.cos(math.pi/faces) - 1, 4)).
//@ end
