/* synthetic.h: logs of an axis whose parameters are known, by an integration of
 * the law that shares no code with gen/, templates/ or runtime/: 20 steps of
 * Runge and Kutta between two rows. */
#ifndef BRISTLE_TESTS_SYNTHETIC_H
#define BRISTLE_TESTS_SYNTHETIC_H

#include <stddef.h>
#include <stdint.h>

/* LuGre with s_ba = 0.8. Coordinates: rad, N m. */
typedef struct Truth {
  double inertia, F_c, F_s, v_s, sigma0, sigma1, sigma2, gamma;
} Truth;

typedef enum SyntheticMotion {
  MOTION_DESIGNED, /* dither, small loops, slow sine, fast sine */
  MOTION_ONE_WAY   /* never reverses; the first 0.5 s are left out */
} SyntheticMotion;

typedef struct Synthetic {
  Truth truth;
  size_t rows;
  double *t, *q, *v, *torque;
} Synthetic;

/* Returns an axis of the ranges of a small drive; any state is valid. */
Truth truth_random(uint64_t *state);
/* Returns a log at 1 kHz with noise of `noise` times F_s on the torque; free it
 * with synthetic_free. */
Synthetic synthetic_log(const Truth *truth, SyntheticMotion motion, size_t rows,
                        double noise, uint64_t *state);
void synthetic_free(Synthetic *log);
/* Writes the log as CSV: t, q, v, torque; with a count > 0, q in whole counts
 * and no v. */
void synthetic_write(const Synthetic *log, double count, uint64_t *state,
                     const char *path);
/* A normal random number. */
double random_normal(uint64_t *state);

#endif
