/* words.c: the words of surfaces and profiles with their keys. In: a Value. Out:
 * the values of its keys, or the lists that help and the manual show.
 *
 * Invariant: each word is stated once, in the order of Surface's readers. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

/* ---- keys --------------------------------------------------------------- */

#define PLACE(member) offsetof(Surface, member)
#define FIELD_AT                                                          \
  {                                                                       \
    .name = "at", .type = FIELD_NUMBERS, .offset = PLACE(at), .count = 2, \
    .unit = "m", .help = "centre, relative to the centre of the grid"     \
  }
#define FIELD_PROFILE                                                 \
  {                                                                   \
    .name = "profile", .type = FIELD_VALUE, .offset = PLACE(profile), \
    .help = "uniform, hertz or soft { k = 2 }; uniform by default"    \
  }
#define FIELD_SHARE                                                \
  {                                                                \
    .name = "share", .type = FIELD_NUMBER, .offset = PLACE(share), \
    .range = RANGE_POSITIVE,                                       \
    .help =                                                        \
        "part of the normal force, relative to other surfaces "    \
        "in a sum; by default surfaces add their pressures"        \
  }
#define FIELD_MU                                                    \
  {                                                                 \
    .name = "mu", .type = FIELD_NUMBER, .offset = PLACE(mu),        \
    .range = RANGE_WITHIN, .low = 0.01, .high = 100, .fallback = 1, \
    .help = "factor of the friction coefficients under the surface" \
  }
#define FIELD_LENGTH(the_name, the_help)                                     \
  {                                                                          \
    .name = #the_name, .type = FIELD_NUMBER, .offset = PLACE(the_name),      \
    .required = true, .range = RANGE_POSITIVE, .unit = "m", .help = the_help \
  }
#define FIELD_ANGLE(the_fallback)                                  \
  {                                                                \
    .name = "angle", .type = FIELD_NUMBER, .offset = PLACE(angle), \
    .fallback = the_fallback, .unit = "rad",                       \
    .help = "counter-clockwise from x"                             \
  }
#define FIELD_ITEMS(the_help)                                  \
  {                                                            \
    .name = "[]", .type = FIELD_VALUE, .offset = PLACE(items), \
    .help = the_help                                           \
  }

static const Field disc_fields[] = {FIELD_LENGTH(radius, "radius of the disc"),
                                    FIELD_AT, FIELD_PROFILE, FIELD_SHARE, FIELD_MU};
static const Field annulus_fields[] = {
    FIELD_LENGTH(inner, "the radius of the hole"),
    FIELD_LENGTH(outer, "the radius of the rim"), FIELD_AT, FIELD_PROFILE,
    FIELD_SHARE, FIELD_MU};
static const Field rectangle_fields[] = {
    {.name = "size",
     .type = FIELD_NUMBERS,
     .offset = PLACE(size),
     .count = 2,
     .range = RANGE_POSITIVE,
     .unit = "m",
     .help = "lengths of the sides; by default the size of the grid"},
    FIELD_AT,
    FIELD_ANGLE(0),
    FIELD_PROFILE,
    FIELD_SHARE, FIELD_MU};
static const Field polygon_fields[] = {
    FIELD_ITEMS("the corners { x, y }, in order"), FIELD_PROFILE, FIELD_SHARE, FIELD_MU};
static const Field line_fields[] = {FIELD_LENGTH(length, "length of the line"),
                                    FIELD_ANGLE(PI / 2), FIELD_AT,
                                    FIELD_PROFILE, FIELD_SHARE, FIELD_MU};
static const Field gradient_fields[] = {
    FIELD_LENGTH(length, "length of the line"),
    FIELD_ANGLE(PI / 2),
    FIELD_AT,
    {.name = "low",
     .type = FIELD_NUMBER,
     .offset = PLACE(low),
     .range = RANGE_NOT_NEGATIVE,
     .help = "pressure at the start of the line"},
    {.name = "high",
     .type = FIELD_NUMBER,
     .offset = PLACE(high),
     .range = RANGE_NOT_NEGATIVE,
     .fallback = 1,
     .help = "pressure at the end that the angle points to"},
    FIELD_SHARE, FIELD_MU};
static const Field map_fields[] = {
    FIELD_ITEMS("rows as seen from above: the first row has the largest y"),
    FIELD_SHARE, FIELD_MU};
static const Field image_fields[] = {
    FIELD_ITEMS("a PGM file in the spec's folder; white is high pressure"),
    {.name = "floor",
     .type = FIELD_NUMBER,
     .offset = PLACE(floor),
     .range = RANGE_WITHIN,
     .low = 0,
     .high = 0.999,
     .help = "grey levels below this share of white count as black"},
    FIELD_SHARE, FIELD_MU};

/* ---- profiles ----------------------------------------------------------- */

static const Field soft_fields[] = {{.name = "k",
                                     .type = FIELD_NUMBER,
                                     .offset = 0,
                                     .range = RANGE_WITHIN,
                                     .low = 0.1,
                                     .high = 1000,
                                     .fallback = 2,
                                     .help = "exponent"}};

/* In the order of ProfileKind, as the list below. */
const char *const profile_words[] = {"uniform", "hertz", "soft", NULL};

const Word *profile_list(size_t *count)
{
  static const Word list[] = {
      {"uniform", "profile = uniform: the same pressure everywhere", NULL, 0},
      {"hertz",
       "profile = hertz: sqrt(1 - r^2), where r grows from 0 at the centre to "
       "1 at the edge",
       NULL, 0},
      {"soft", "profile = soft { k = 2 }: (1 - r^k)^(1/k); k = 2 is hertz",
       soft_fields, COUNT(soft_fields)}};
  *count = COUNT(list);
  return list;
}

Profile surface_profile(Run *run, const Value *value)
{
  double k = 2;
  if (!value) return profile_make(run, PROFILE_UNIFORM, k);
  const char *name = value->type == VALUE_STRING  ? value->string
                     : value->type == VALUE_TABLE ? value->word
                                                  : NULL;
  for (int kind = 0; name && profile_words[kind]; kind++) {
    if (strcmp(name, profile_words[kind]) != 0) continue;
    if (value->type == VALUE_TABLE)
      spec_read(run, value, name, soft_fields, kind == PROFILE_SOFT, &k);
    return profile_make(run, (ProfileKind)kind, k);
  }
  run_fail(run, value->where,
           "profile must be uniform, hertz or soft { k = 2 }, got %s",
           value_describe(run, value));
}

/* ---- words --------------------------------------------------------------- */

#define FIELDS(list) list, COUNT(list)

/* ORDER WORDS: as the functions of surface.c. */
static const Word words[SURFACE_WORDS] = {
    {"disc", "a disc", FIELDS(disc_fields)},
    {"annulus", "a ring", FIELDS(annulus_fields)},
    {"rectangle", "a rectangle", FIELDS(rectangle_fields)},
    {"polygon", "a polygon: polygon { { x, y }, { x, y }, { x, y }, ... }",
     FIELDS(polygon_fields)},
    {"line", "a line contact", FIELDS(line_fields)},
    {"gradient_line", "a line contact with a linear pressure",
     FIELDS(gradient_fields)},
    {"map", "a pressure per cell: map { { row of the largest y }, ... }",
     FIELDS(map_fields)},
    {"image",
     "a grey-scale image in the spec's folder: image \"pad.pgm\"; without the "
     "key grid, the grid has a cell for each pixel",
     FIELDS(image_fields)}};

const Word *surface_words(size_t *count)
{
  *count = SURFACE_WORDS;
  return words;
}

int surface_read(Run *run, const Value *value, Surface *surface)
{
  const char *word = value->type == VALUE_TABLE ? value->word : NULL;
  for (int i = 0; word && i < SURFACE_WORDS; i++) {
    if (strcmp(word, words[i].name) != 0) continue;
    spec_read(run, value, word, words[i].fields, words[i].nfields, surface);
    return i;
  }
  return -1;
}
