/* image.c: the fuzzer of images. In: the bytes of a PGM file, which is the
 * pressure of a contact once with a grid of its own and once with its pixels.
 * Out: nothing, or a finding. */
#include "fuzz/target/target.h"

#include <stdio.h>
#include <string.h>

#include "api/bristle.h"

static const char *const grids[] = {"grid = { 5, 4 },", ""};

void fuzz_image(const uint8_t *bytes, size_t length)
{
  fuzz_save("pad.pgm", bytes, length);
  for (int i = 0; i < 2; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "return contact { name = \"pad\", size = { 0.02, 0.02 }, %s\n"
             "  pressure = image \"pad.pgm\",\n"
             "  friction = lugre { sigma0 = 1e5, mu_c = 0.5 } }\n",
             grids[i]);
    bristle_model *model =
        bristle_open_text(fuzz_path("pad.lua"), text, NULL, 0);
    fuzz_judge(model, "m");
    bristle_close(model);
  }
}
