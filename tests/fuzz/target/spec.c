/* spec.c: the fuzzer of specs. In: a text. Out: nothing, or a finding. */
#include "fuzz/target/target.h"

#include <stdlib.h>

#include "api/bristle.h"

void fuzz_spec(const uint8_t *bytes, size_t length)
{
  char *text = fuzz_text(bytes, length);
  bristle_model *model = bristle_open_text("fuzz.lua", text, NULL, 0);
  fuzz_judge(model, "smypge");
  bristle_close(model);
  free(text);
}
