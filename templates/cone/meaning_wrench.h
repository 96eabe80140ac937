 * f = (fx, fy, fz, tx, ty, tz): the wrench on the body at the origin of the patch.
 * The patch is flat, lies in its x-y plane and has $(#corners//2) corners, m:
//@ for i = 1, #corners, 8 do
//@ local list, last = {}, math.min(i + 7, #corners)
//@ for k = i, last, 2 do list[#list + 1] = tuple(corners, k, 2) end
 *   $(table.concat(list, ", "))$(last < #corners and "," or "")
//@ end
 * The centre of pressure (-ty/fz, tx/fz) may be anywhere in it, and the pressure may
 * be spread in any way: forces at the corners then make every possible wrench.
 * mu = $(plain(mu)).
$(include("cone/limits.h"))
 * The functions take pyramids of $(faces) faces $(approximation == "inner" and "within" or "around") the friction cones at the corners.
 * A known pressure map holds less torque about z: see cones of patches.
