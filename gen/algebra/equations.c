/* equations.c: what a kind derives: named pieces of straight-line code. In:
 * blocks of sym.c. Out: the same, to be found by name.
 *
 * Invariant: asking for a piece that was not derived is a defect and ends the
 * run. */
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

Equations *equations_new(Run *run)
{
  Equations *equations = run_alloc(run, sizeof *equations);
  equations->run = run;
  return equations;
}

void equations_add(Equations *equations, const char *name, Block block)
{
  equations->blocks =
      run_grown(equations->run, equations->blocks, equations->count,
                &equations->room, sizeof *equations->blocks);
  equations->blocks[equations->count].name = name;
  equations->blocks[equations->count++].block = block;
}

const Block *equations_get(const Equations *equations, const char *name)
{
  for (size_t i = 0; i < equations->count; i++)
    if (strcmp(equations->blocks[i].name, name) == 0)
      return &equations->blocks[i].block;
  const Where nowhere = {NULL, 0};
  run_fail(equations->run, nowhere, "internal: no equations named %s", name);
}

void equations_dump(const Equations *equations, FILE *out)
{
  static const Spelling plain = {"real", "", NULL};
  for (size_t i = 0; i < equations->count; i++) {
    const NamedBlock *named = &equations->blocks[i];
    fprintf(out, "%s: %d operations\n%s", named->name,
            block_operations(&named->block),
            print_block(equations->run, &plain, &named->block, "", 2));
  }
}
