/* The patch at a normal force. */
typedef struct {
//@ if off_centre then
  $(real) x, y; /* centre of pressure */
//@ end
  $(real) r, k; /* k = u/r^2 */
//@ if is_blended then
  int slice;    /* the first of four slices of coefficients, and their weights */
  $(real) w[4];
//@ end
} $(name)_patch;
