/* Returns the size of an error of the velocity, relative to a speed of the contact. */
static $(real) $(name)_speed(const $(real) v[3])
{
  return $(sqrt)(v[0]*v[0] + v[1]*v[1] + $(real(r*r))*(v[2]*v[2]));
}

/* Returns the size of an error `off` of pose and velocity, and `bend` of the bristles relative
 * to mu_s/sigma0, after a step that ends with the velocity v. The velocity's is relative to
//@ local speed = tunes_speed and (has_fading and "v_ref" or "v_s") or plain(v_ref) .. " m/s"
 * $(speed) plus the speed, the pose's to the path in dt at that speed. Bristles may
 * also spring back: then their error counts as that of the speed that they give the body. Not
 * a number if the speed overflows. */
static $(real) $(name)_error_size(const $(real) off[6], $(real) bend, const $(real) v[3], $(real) fn, $(real) dt)
{
  const $(real) speed = $(value("v_ref")) + $(name)_speed(v), sway = $(value("sway"))*$(has_area and "fn" or ("%s(fn)"):format(sqrt));
  const $(real) slip = $(name)_speed(off + 3)/speed, path = $(name)_speed(off)/(dt*speed);
  const $(real) spring = sway > speed ? bend*(sway/speed) : bend;
  return $(sqrt)(slip*slip + path*path + spring*spring) + $(real(0))*speed;
}
