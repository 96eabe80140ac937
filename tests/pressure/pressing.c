/* pressing.c: see pressing.h. In: surfaces as Lua text. Out: weighted cells. */
#include "pressure/pressing.h"

#include "pipeline.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void press_caught(Pressed *p)
{
  if (setjmp(p->run->stop)) return;
  p->spec = spec_load(p->run, p->path, pipeline_words(p->run), NULL, 0);
  p->w = pressure_weights(p->spec, value_get(&p->spec->root, "pressure"),
                          &p->grid);
}

void write_temporary(char path[64], const void *bytes, size_t length)
{
  strcpy(path, TEST_OUT "/pressure-XXXXXX");
  const int fd = mkstemp(path);
  cr_assert_geq(fd, 0);
  cr_assert_eq(write(fd, bytes, length), (ssize_t)length);
  close(fd);
}

Pressed press_or_fail(const char *surface, int nx, int ny, double sx, double sy)
{
  Pressed p = {.run = run_open(), .grid = {nx, ny, sx, sy}};
  char *text = run_printf(p.run, "return contact { pressure = %s }\n", surface);
  write_temporary(p.path, text, strlen(text));
  press_caught(&p);
  unlink(p.path);
  return p;
}

Pressed press(const char *surface, int nx, int ny, double sx, double sy)
{
  Pressed p = press_or_fail(surface, nx, ny, sx, sy);
  cr_assert_not_null(p.w, "%s: %s", surface, p.run->error);
  return p;
}

void release(Pressed *p)
{
  run_close(p->run);
}

double weight_at(const Pressed *p, int i, int j)
{
  return p->w[j * p->grid.nx + i];
}

Moments moments(const Pressed *p)
{
  const double hx = p->grid.sx / p->grid.nx, hy = p->grid.sy / p->grid.ny;
  Moments m = {0, 0, 0, 0};
  for (int j = 0; j < p->grid.ny; j++)
    for (int i = 0; i < p->grid.nx; i++) {
      const double w = weight_at(p, i, j),
                   x = (i + 0.5 - p->grid.nx / 2.0) * hx,
                   y = (j + 0.5 - p->grid.ny / 2.0) * hy;
      m.sum += w;
      m.x += w * x;
      m.y += w * y;
      m.u += w * (x * x + y * y + (hx * hx + hy * hy) / 12);
    }
  return m;
}

double difference(const Pressed *a, const Pressed *b)
{
  double sum = 0;
  for (int k = 0; k < a->grid.nx * a->grid.ny; k++)
    sum += fabs(a->w[k] - b->w[k]);
  return sum;
}

double difference_of(const char *a, const char *b, int nx, int ny)
{
  Pressed pa = press(a, nx, ny, 0.02, 0.02), pb = press(b, nx, ny, 0.02, 0.02);
  const double result = difference(&pa, &pb);
  release(&pa);
  release(&pb);
  return result;
}
