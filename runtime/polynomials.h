/* polynomials.h: coefficients of exp, phi and the half sine. kernel.c includes
 * them; emitted code gets the same numbers through gen/plan/numerics.c.
 *
 * All are minimax polynomials of relative error, found by Remez' exchange in 50
 * digits:
 *   2^-t          = exp_even(t^2) + t*exp_odd(t^2)               |t| <= 1/2
 *   (1 - 2^-t)/t  = phi_even(t^2) + t*phi_odd(t^2)               |t| <= 1/2
 *   sin(pi/2*t)/2 = t*(sine_even(t^4) + t^2*sine_odd(t^4))       |t| <= 1 */
#ifndef BRISTLE_POLYNOMIALS_H
#define BRISTLE_POLYNOMIALS_H

#define BR_LOG2E 1.4426950408889634

/* Added to a number of that type, it leaves the nearest integer in the low
 * bits: 1.5*2^52 and 1.5*2^23. */
#define BR_MAGIC       6755399441055744.0
#define BR_MAGIC_FLOAT 12582912.0

/* Added to a number that may be 0 before a division or a root. */
#define BR_TINY       1e-290
#define BR_TINY_FLOAT 1e-30

/* ---- double: errors 2e-16, 1.2e-15, 5e-17 before rounding --------------- */

static const double br_exp_even[6] = {1.0,
                                      0.24022650695908768,
                                      0.00961812910803489,
                                      0.00015403529960931792,
                                      1.3215662868185636e-06,
                                      7.037282546384723e-09};
static const double br_exp_odd[5] = {
    -0.6931471805599497, -0.05550410866445852, -0.0013333558228614743,
    -1.525265808400413e-05, -1.0208544417700033e-07};
static const double br_phi_even[5] = {
    0.6931471805599462, 0.05550410866465316, 0.0013333558200502725,
    1.5252673108017417e-05, 1.0205869496635504e-07};
static const double br_phi_odd[5] = {
    -0.24022650695909856, -0.009618129107736014, -0.00015403530255569823,
    -1.3215541954971223e-06, -7.054911318092095e-09};
static const double br_sine_even[4] = {0.7853981633974475, 0.03984631312257142,
                                       8.022058163704147e-05,
                                       2.8438846862264073e-08};
static const double br_sine_odd[4] = {
    -0.32298204875308656, -0.0023408770644368832, -1.7994012373904265e-06,
    -3.217420614521006e-10};

/* ---- short ones, of ascending powers --------------------------------------
 *   2^-t                 = short_exp(t), |t| <= 1/2, errors 4e-14 and 7.5e-8
 *   sin(pi/2*t)/2        = t*short_sine(t^2), |t| <= 1, errors 4e-14 and 3e-8;
 * the sum of short_sine is exactly 1/2 in the order of Horner's scheme, fused
 * or not: an elastic bristle stays exactly elastic. */
static const double br_short_exp[10] = {1.0,
                                        -0.6931471805599462,
                                        0.2402265069564034,
                                        -0.05550410866465167,
                                        0.009618129193934313,
                                        -0.0013333558200794592,
                                        0.0001540343375125101,
                                        -1.5252672924850737e-05,
                                        1.325964524488711e-06,
                                        -1.0205905413765595e-07};
static const double br_short_sine[7] = {
    0.7853981633973697,    -0.32298204874924746,  0.03984631306104289,
    -0.00234087669506144,  8.021952604555522e-05, -1.7978528984657525e-06,
    2.7312749322980354e-08};
static const double br_short_exp_float[6] = {
    1.0000000754548972,   -0.6931471880262288,  0.2402210748530834,
    -0.05550357114219078, 0.009676031918322054, -0.0013390863364671234};
static const double br_short_sine_float[5] = {
    0.7853981852531433, -0.3229818797917697, 0.03984495916451425,
    -0.0023370719190758888, 7.58358518320448e-05};

/* ---- float: errors 8e-8, 1.1e-8, 3e-7 ----------------------------------- */

static const double br_exp_even_float[3] = {
    1.0000000717080622, 0.2402211946084386, 0.009675555099769109};
static const double br_exp_odd_float[3] = {
    -0.6931469672676659, -0.055507129371929684, -0.0013276593312070116};
static const double br_phi_even_float[3] = {
    0.6931471879305019, 0.0555035741347257, 0.0013390746654509153};
static const double br_phi_odd_float[3] = {
    -0.24022649794876338, -0.00961823751066694, -0.00015403516532163327};
static const double br_sine_even_float[2] = {0.7853955058769232,
                                             0.03971717330367259};
static const double br_sine_odd_float[2] = {-0.3229464256365971,
                                            -0.0021665480434327608};

#endif
