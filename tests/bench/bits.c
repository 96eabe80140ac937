/* bits.c: prints a hash of the bits of many steps. In: a contact's emitted
 * header HEADER, whose functions PREFIX(step) names; STEPS. Out: the hash of
 * all states, wrenches and statuses of _rate, _step and, if BATCH is the number
 * of contacts, of _step_batch.
 *
 * Invariant: inputs are made from integers by exact operations, without the C
 * library. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include HEADER

#ifndef STEPS
#define STEPS 1000
#endif
#ifndef BATCH
#define BATCH 71
#endif

typedef PREFIX(real) real;

static uint64_t hash = 14695981039346656037u;

static void add(uint64_t bits)
{
  hash = (hash ^ bits) * 1099511628211u;
  hash ^= hash >> 29;
}

static void add_reals(const real *v, int count)
{
  for (int i = 0; i < count; i++) {
    if (sizeof *v == 4) {
      uint32_t bits;
      memcpy(&bits, v + i, sizeof bits);
      add(bits);
    } else {
      uint64_t bits;
      memcpy(&bits, v + i, sizeof bits);
      add(bits);
    }
  }
}

/* A triangle between -1 and 1 of that period, with a step of 1/1024. */
static real wave(int i, int period)
{
  const int at = i % period * 2048 / period;
  return (real)(at < 1024 ? 2 * at - 1024 : 3072 - 2 * at) / (real)1024;
}

/* Slides, spins, rocks within the elastic range, and rests. */
static void twist_at(int i, real twist[3])
{
  static const real size[4] = {(real)0x1p-7, (real)0x1p-14, (real)0x1p-10, 0};
  const real part = size[i / 97 % 4];
  twist[0] = part * wave(i, 61);
  twist[1] = part * wave(i + 13, 47);
  twist[2] = 64 * part * wave(i + 5, 37);
}

static real load_at(int i)
{
  return i % 211 == 210 ? -1 : 1 + (real)(i % 29) / 4;
}

static void steps(void)
{
  static PREFIX(state) s, rate;
  real twist[3], wrench[3];
  PREFIX(reset)(&s);
  for (int i = 0; i < STEPS; i++) {
    const real dt = (real)0x1p-16 * (real)(1 + i % 5);
    twist_at(i, twist);
    add((uint64_t)(PREFIX(rate)(&s, twist, load_at(i), &rate, wrench) + 16));
    add_reals(rate.z, (int)(sizeof rate.z / sizeof *rate.z));
    add_reals(wrench, 3);
    add((uint64_t)(PREFIX(step)(&s, twist, load_at(i), dt, wrench) + 16));
    add_reals(s.z, (int)(sizeof s.z / sizeof *s.z));
    add_reals(wrench, 3);
  }
}

static void batches(void)
{
  enum { NZ = (int)(sizeof(PREFIX(state)) / sizeof(real)) };
  static real z[NZ * BATCH], twist[3 * BATCH], fn[BATCH], wrench[3 * BATCH];
  for (int i = 0; i < STEPS / BATCH + 1; i++) {
    for (int k = 0; k < BATCH; k++) {
      real v[3];
      twist_at(3 * i + 17 * k, v);
      for (int d = 0; d < 3; d++) twist[d * BATCH + k] = v[d];
      fn[k] = load_at(i + k);
    }
    PREFIX(step_batch)(BATCH, z, twist, fn, (real)0x1p-15, wrench, 0);
    add_reals(z, NZ * BATCH);
    add_reals(wrench, 3 * BATCH);
  }
}

int main(void)
{
  const int failed = PREFIX(selftest)();
  if (failed) {
    printf("selftest %d\n", failed);
    return 1;
  }
  steps();
  batches();
  printf("%08lx%08lx\n", (unsigned long)(hash >> 32),
         (unsigned long)(hash & 0xffffffff));
  return 0;
}
