/* foreign.c: the fuzzer of files that were not emitted from the spec. In: a C
 * text, a zero byte, a header. Out: nothing, or a finding: the file is either
 * refused with a reason or becomes a unit with all of its text. */
#include "fuzz/target/target.h"

#include <string.h>

#include "base/base.h"
#include "emit/emit.h"
#include "pipeline.h"

static Run *spec_run;
static const Texts *texts;

static void open_spec(void *context)
{
  (void)context;
  static const Origin origin = {.path = "specs/cone/point_foot.lua"};
  texts = pipeline_texts(pipeline_open(spec_run, &origin, NULL), TEXT_ALL);
}

typedef struct Reading {
  Run *run;
  const char *path;
  Unit unit;
} Reading;

static void read_file(void *context)
{
  Reading *reading = context;
  reading->unit = earlier_unit(reading->run, texts, reading->path);
}

void fuzz_foreign(const uint8_t *bytes, size_t length)
{
  if (!texts) {
    spec_run = run_open();
    if (!run_catch(spec_run, open_spec, NULL)) fuzz_fail("%s", spec_run->error);
  }
  const uint8_t *zero = length > 0 ? memchr(bytes, 0, length) : NULL;
  const size_t source = zero ? (size_t)(zero - bytes) : length;
  fuzz_save("point_foot.c", bytes, source);
  if (zero)
    fuzz_save("point_foot.h", zero + 1, length - source - 1);
  else
    fuzz_save("point_foot.h", "", 0);
  Reading reading = {run_open(), fuzz_path("point_foot.c"), {NULL, NULL}};
  if (!run_catch(reading.run, read_file, &reading)) {
    if (!reading.run->error || !*reading.run->error)
      fuzz_fail("refused without a reason");
  } else if (strlen(reading.unit.text) < strlen(texts->descriptor)) {
    fuzz_fail("the unit has no descriptor");
  }
  run_close(reading.run);
}
