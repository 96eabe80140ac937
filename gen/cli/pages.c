/* pages.c: the pages bristle(1) and bristle-spec(5) of the manual. In: the
 * tables of verbs and options, the reference of the language. Out: their texts.
 *
 * Invariant: verbs, options and keys come from the tables. */
#include <string.h>

#include "base/base.h"
#include "cli/manual.h"

/* ---- bristle(1) -----------------------------------------------------------
 */

static void add_choice(void *context, const char *value, const char *about)
{
  text_add(context, " %s (%s);", value, about);
}

static void write_option(void *context, const Option *option)
{
  Sheet *sheet = context;
  Run *run = sheet->text.run;
  Text term = text_new(run), words = text_new(run);
  text_add(&term, "%s%s%s%s%s", option->name, option->value ? " " : "",
           option->value ? option->value : "", option->other ? ", " : "",
           option->other ? option->other : "");
  text_add(&words, "%s", option->help);
  if (option->choices) option->choices(add_choice, &words);
  if (words.chars[words.length - 1] == ';') words.chars[words.length - 1] = 0;
  sheet_entry(sheet, term.chars, words.chars);
}

static void write_verbs(Sheet *sheet)
{
  for (size_t i = 0; verbs[i]; i++) {
    sheet_part(sheet, run_printf(sheet->text.run, "bristle %s %s",
                                 verbs[i]->name, verbs[i]->usage));
    sheet_paragraph(sheet, verbs[i]->about);
    option_each(verbs[i], write_option, sheet);
  }
}

const char *page_bristle(Run *run, Form form)
{
  Sheet sheet = sheet_new(run, form);
  sheet_title(&sheet, "bristle", 1, "a compiler for friction");
  sheet_section(&sheet, "SYNOPSIS");
  Text usage = text_new(run);
  for (size_t i = 0; verbs[i]; i++)
    text_add(&usage, "bristle %s %s\n", verbs[i]->name, verbs[i]->usage);
  text_add(&usage, "bristle --version");
  sheet_code(&sheet, usage.chars);
  sheet_section(&sheet, "DESCRIPTION");
  sheet_paragraph(
      &sheet,
      "bristle reads a spec, a Lua file that describes a contact with friction "
      "(or an object that slides on a table, a mechanism with friction in its "
      "constraints, or a friction cone), and writes a solver for exactly that "
      "spec: one C file and one header, without allocation and without "
      "dependencies but the C library. bristle-spec(5) describes the "
      "language.");
  sheet_paragraph(&sheet,
                  "A first solver: `bristle new` writes a spec to start from, "
                  "`check` shows what follows from its numbers, `verify` "
                  "compares its solver with a reference, `sim` runs its "
                  "scenario, `emit` writes the C files.");
  sheet_code(&sheet,
             "bristle new contact -o pad.lua\n"
             "bristle check pad.lua\n"
             "bristle verify pad.lua\n"
             "bristle sim pad.lua -o pad.csv --plot pad.svg\n"
             "bristle emit pad.lua -o pad --example && make -C pad");
  sheet_section(&sheet, "VERBS");
  write_verbs(&sheet);
  sheet_section(&sheet, "SCRIPTS");
  sheet_paragraph(&sheet,
                  "`bristle run` and a lua5.4 that finds the module run "
                  "scripts with these functions.");
  scripts_write(&sheet, NULL);
  sheet_section(&sheet, "EXIT STATUS");
  sheet_entry(&sheet, "0", "success");
  sheet_entry(&sheet, "1", "a check does not hold");
  sheet_entry(&sheet, "2", "the input or the usage is wrong");
  sheet_section(&sheet, "ENVIRONMENT");
  sheet_entry(&sheet, "CC",
              "the C compiler of the backend cc; cc by default. Its options "
              "come after those of bristle: CC=\"cc -O0\" compiles three times "
              "as fast, to slower steps");
  sheet_entry(&sheet, "BRISTLE_CACHE, XDG_CACHE_HOME",
              "the folder of compiled solvers: $BRISTLE_CACHE, or "
              "$XDG_CACHE_HOME/bristle, or ~/.cache/bristle");
  sheet_entry(&sheet, "TMPDIR",
              "the folder of temporary files; /tmp by "
              "default");
  sheet_entry(&sheet, "NO_COLOR",
              "if it is set and not empty, output has no colours; only a "
              "terminal gets colours anyway");
  sheet_section(&sheet, "SEE ALSO");
  sheet_paragraph(&sheet,
                  "bristle-spec(5). Specs to start from, a tutorial "
                  "(README.md) and scripts lie in the folder "
                  "share/bristle/specs of the installation.");
  return sheet_end(&sheet);
}

/* ---- bristle-spec(5) ------------------------------------------------------
 */

static void write_models(Sheet *sheet)
{
  sheet_section(sheet, "WHICH MODEL");
  sheet_paragraph(
      sheet,
      "The key model of a contact says how the patch is represented. Sizes are "
      "those of _step and _reset with their tables in single precision on a "
      "Cortex-M4, for a round pad of 373 cells. The script "
      "share/bristle/specs/scripts/models.lua prints times, sizes and errors "
      "of a spec of your own; `bristle check` prints the errors.");
  sheet_entry(sheet, "distributed",
              "one bristle for each cell that carries force: the reference for "
              "the others; about 11 kB of flash, 3 kB of state");
  sheet_entry(sheet, "compressed",
              "a handful of bristles with the moments of the pressure: nearly "
              "the same motion for a tenth of the time, about 2.6 kB of flash. "
              "The first to try on a small processor");
  sheet_entry(
      sheet, "reduced",
      "three bristles and a table of the exact limit surface with a "
      "proven error: sliding is right; slip that spreads over the "
      "patch before it breaks away is not there. About 3.5 kB of flash, "
      "of which the table takes 0.5 kB at the default tolerance, and "
      "some kB for lines and odd maps; limit_surface = { bytes = 1024 } "
      "says how many it may take");
  sheet_entry(sheet, "ellipsoid",
              "three bristles and an ellipsoid as the limit surface: the least "
              "flash, about 1.8 kB; it can promise 6 to 21 per cent too much");
  for (int i = 0; kinds[i]; i++)
    if (kinds[i]->use)
      sheet_entry(sheet,
                  run_printf(sheet->text.run, "kind %s", kinds[i]->word),
                  kinds[i]->use);
}

/* Returns "a contact, a cone, ..., or a slider", in the order of the list. */
static const char *kinds_listed(Run *run)
{
  Text text = text_new(run);
  for (int i = 0; kinds[i]; i++)
    text_add(&text, "%sa %s", i == 0 ? "" : kinds[i + 1] ? ", " : " or ",
             kinds[i]->word);
  return text.chars;
}

const char *page_spec(Run *run, Form form)
{
  Sheet sheet = sheet_new(run, form);
  sheet_title(&sheet, "bristle-spec", 5, "the spec language of bristle");
  sheet_section(&sheet, "DESCRIPTION");
  sheet_paragraph(
      &sheet,
      run_printf(
          run,
          "A spec is a Lua 5.4 file that returns one model: %s. A word with a "
          "table, as disc { radius = 0.01 }, makes a part of the model. An "
          "unknown key or a number out of its range is an error with the line "
          "of the spec. `bristle new KIND` writes a commented spec to start "
          "from, and `bristle help WORD` shows one part of this page.",
          kinds_listed(run)));
  sheet_code(&sheet,
             "local p = param { mu = 0.8 }\n"
             "return contact {\n"
             "  name     = \"pad\",\n"
             "  grid     = { 21, 21 },\n"
             "  size     = { 0.02, 0.02 },\n"
             "  pressure = disc { radius = 0.01, profile = hertz },\n"
             "  friction = lugre { sigma0 = 1e4, sigma1 = 20, v_d = 0.01,\n"
             "                     sigma2 = 0.1, mu_c = p.mu },\n"
             "}");
  write_models(&sheet);
  reference_write(&sheet, NULL);
  sheet_section(&sheet, "SEE ALSO");
  sheet_paragraph(&sheet, "bristle(1)");
  return sheet_end(&sheet);
}
