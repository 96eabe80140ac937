/* set.c: the fuzzer of values that replace those of a spec. In: a byte that
 * picks a shipped spec, lines "key=value". Out: nothing, or a finding. */
#include "fuzz/target/target.h"

#include <stdlib.h>
#include <string.h>

#include "api/bristle.h"

static const char *const specs[] = {
    "specs/contact/three_feet.lua",    "specs/contact/gradient_line.lua",
    "specs/slider/parcel.lua",         "specs/mechanism/sliding_block.lua",
    "specs/cone/point_foot.lua",       "specs/cone/fingertip.lua",
    "specs/paper/drift_load.lua",      "specs/paper/soft_pad_fn.lua",
    "specs/paper/slip_case2_line.lua", "specs/paper/thrown_square.lua"};
enum { SPECS = sizeof specs / sizeof *specs, MOST_LINES = 8 };

void fuzz_set(const uint8_t *bytes, size_t length)
{
  if (length < 2) return;
  char *text = fuzz_text(bytes + 1, length - 1);
  const char *lines[MOST_LINES];
  size_t count = 0;
  for (char *line = strtok(text, "\n"); line && count < MOST_LINES;
       line = strtok(NULL, "\n"))
    lines[count++] = line;
  bristle_model *model = bristle_open(specs[*bytes % SPECS], lines, count);
  fuzz_judge(model, "m");
  bristle_close(model);
  free(text);
}
