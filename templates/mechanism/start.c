/* Finds the unit vector e along the acceleration rho*e that friction -most*e leaves of b:
 * (rho + most*H) e = b in the axes T. Newton's method on 1/|e| = 1 starts from a rho that
 * is too small and increases it to the solution, because 1/|e| is concave. */
static void $(name)_direction($(name)_motion *o, const $(real) *b, $(real) most)
{
  const $(real) give = most*(o->H[0][0] + o->H[1][1]), size = $(sqrt)(b[0]*b[0] + b[1]*b[1]);
  const $(real) least = $(real(least_rho))*size;
  $(real) rho = size - give > least ? size - give : least, x[2], length = $(real(1));
  for (int turn = 0; turn < $(most_turns); turn++) {
    const $(real) h00 = rho + most*o->H[0][0], h11 = rho + most*o->H[1][1];
    const $(real) h01 = most*o->H[0][1], h10 = most*o->H[1][0], det = h00*h11 - h01*h10;
    $(real) bent, next;
    x[0] = (h11*b[0] - h01*b[1])/det;
    x[1] = (h00*b[1] - h10*b[0])/det;
    length = $(sqrt)(x[0]*x[0] + x[1]*x[1]);
    bent = (x[0]*(h11*x[0] - h01*x[1]) + x[1]*(h00*x[1] - h10*x[0]))/det;
    next = rho + (length - $(real(1)))*length*length/bent;
    if (!(next > rho)) break;
    rho = next;
  }
  for (int i = 0; i < $(d); i++) o->e[i] = (x[0]*o->T[0][i] + x[1]*o->T[1][i])/length;
}

/* Finds the motion of a contact that starts along its own acceleration$(is_coupled and ". Friction\n * changes the load, so that direction and load are found in turns" or ""). */
static int $(name)_start($(name)_motion *o, const $(real) *target)
{
  $(real) along[$(d)], b[2];
  $(name)_point(&o->k, o->a0, along);
  for (int i = 0; i < $(d); i++) along[i] -= target[i];
  for (int i = 0; i < 2; i++) b[i] = $(name)_dot(o->T[i], along);
//@ if is_coupled then
  for (int turn = 0; turn < $(most_loads); turn++) {
    const $(real) load = o->load;
    $(name)_direction(o, b, $(real(mu_s))*load);
    for (int i = 0; i < $(d); i++) o->phi[i] = $(real(mu_s))*o->e[i];
    if ($(name)_slide(o) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
    if (o->load - load <= $(real(load_digits))*load && load - o->load <= $(real(load_digits))*load)
      return $(NAME)_OK;
  }
  return $(NAME)_NOT_UNIQUE;
//@ else
  $(name)_direction(o, b, $(real(mu_s))*o->load);
  for (int i = 0; i < $(d); i++) o->phi[i] = $(real(mu_s))*o->e[i];
  return $(name)_slide(o);
//@ end
}
