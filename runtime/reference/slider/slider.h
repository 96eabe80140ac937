/* slider.h: the reference of planar sliding with an equivalent contact point,
 * by which generated sliders are judged. It shares no code with gen/ or
 * templates/. Nothing here allocates, prints or keeps state.
 *
 * PS: J. Xie, N. Chakraborty, "Dynamic Models of Planar Sliding", with its
 * equation numbers. SI units, world axes; velocities (vx, vy, w) and impulses
 * (px, py, pz) at the centre of mass, points relative to it. BR_SEPARATED: the
 * pusher moves away; BR_TIPPING: the contact point is outside the patch. */
#ifndef BRISTLE_REFERENCE_SLIDER_H
#define BRISTLE_REFERENCE_SLIDER_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RefSlider {
  double mass, inertia, height; /* kg, kg m^2, m */
  double mu, e[3];              /* e_t, e_o: -; e_r: m */
  double gravity[3];            /* along x and y of the table, into it */
  const double *patch;          /* x, y of the convex patch's corners, counter-
                                 * clockwise, in the body's axes */
  size_t corners;
} RefSlider;

/* The effects of friction in one step. */
typedef struct RefSlide {
  double v[3];     /* velocity after it */
  double p[3];     /* impulses on the body, PS (29)-(31) */
  double sigma;    /* slip speed, 0: at rest */
  double point[2]; /* the equivalent contact point, PS (11)-(12) */
} RefSlide;

/* Left-hand sides of PS (29)-(32), `applied` with gravity's part. */
void ref_slider_equations(const RefSlider *s, const double v[3],
                          const double applied[3], double dt, const double p[3],
                          double sigma, double out[4]);
/* Newton's method on them, damped, from free sliding: as the paper solves
 * them. Which root it finds is its own affair. */
int ref_slider_newton(const RefSlider *s, const double v[3],
                      const double load[3], double dt, RefSlide *out);
/* Rest by complementarity, else the largest slip speed, by search and
 * bisection. */
int ref_slider_slide(const RefSlider *s, const double v[3],
                     const double load[3], double dt, RefSlide *out);
/* Derivatives of the velocity after a step by that before it, row-major, at
 * what the step gave: the equations solved to first order. 0 at rest. */
bool ref_slider_slopes(const RefSlider *s, const double v[3],
                       const double load[3], double dt, const RefSlide *slide,
                       double dv_dv[9]);
/* Returns the relative excess of PS (32) over the ellipsoid, at a slip speed at
 * which PS (29)-(31) hold: > 0 outside. */
double ref_slider_excess(const RefSlider *s, const double v[3],
                         const double load[3], double dt, double sigma);
/* Writes the effects of friction at a given slip speed, by PS (29)-(31). */
void ref_slider_at(const RefSlider *s, const double v[3], const double load[3],
                   double dt, double sigma, RefSlide *out);
/* The same with the pose q = (x, y, angle), which moves on; q and v are kept
 * after an error. */
int ref_slider_step(const RefSlider *s, double q[3], double v[3],
                    const double load[3], double dt, RefSlide *out);
/* True where a contact point, relative to the centre of mass in world axes, is
 * on the patch of a body turned by that angle. */
bool ref_slider_is_on_patch(const RefSlider *s, const double point[2],
                            double angle);

/* The forces of the continuous model, PS (22)-(25); 0 at rest. */
void ref_slider_friction(const RefSlider *s, const double v[3],
                         double force[3]);

/* Quasi-static pushing at a point of the edge, PS (33)-(37) solved as they
 * stand: the body's twist, and the pusher's force on it. */
int ref_slider_push(const RefSlider *s, const double at[2],
                    const double velocity[2], double twist[3], double force[2]);
/* The same where the pusher has friction mu on an edge with that inward normal:
 * it sticks, slides along (slip: its speed to the left of the normal) or moves
 * away, whichever is consistent. */
int ref_slider_push_edge(const RefSlider *s, const double at[2],
                         const double normal[2], double mu,
                         const double velocity[2], double twist[3],
                         double force[2], double *slip);

#ifdef __cplusplus
}
#endif
#endif
