/* reference.c: the reference of the spec language. In: the tables of kinds,
 * laws, surfaces and profiles, and the words of words.lua. Out: their keys with
 * units, ranges and defaults on a page of the manual.
 *
 * Invariant: a key that a spec may have is on the page, since spec_read and the
 * page read the same tables. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "laws/laws.h"
#include "pressure/pressure.h"
#include "cli/manual.h"

/* ---- one key --------------------------------------------------------------
 */

/* The keys of surfaces accept functions of the normal force. */
typedef enum KeyUse { KEY_PLAIN, KEY_OF_SURFACE } KeyUse;

static bool is_numeric(const Field *field)
{
  return field->type == FIELD_NUMBER || field->type == FIELD_INTEGER ||
         field->type == FIELD_NUMBERS || field->type == FIELD_INTEGERS;
}

static void add_choices(Text *text, const Field *field)
{
  for (int i = 0; field->choices[i]; i++)
    text_add(text, "%s\"%s\"", i ? " | " : ": ", field->choices[i]);
}

/* A range that begins at 1e-9 or ends at 1e9 refuses numbers that are mistakes;
 * readers want to know it, too. */
static void add_range(Text *text, const Field *field)
{
  const char *range = field_range(text->run, field);
  if (is_numeric(field) && range) text_add(text, "; %s", range);
}

static const char *number_words(Run *run, double number)
{
  return fabs(number - PI / 2) < 1e-15 ? "pi/2" : number_plain(run, number);
}

static void add_default(Text *text, const Field *field)
{
  Run *run = text->run;
  const bool says_so =
      strstr(field->help, "by default") || strstr(field->help, "required if");
  if (field->required)
    text_add(text, "; required");
  else if (says_so || strstr(field->help, "either "))
    return;
  else if (field->choices)
    text_add(text, "; \"%s\" by default",
             field->choices[(size_t)field->fallback]);
  else if (field->type == FIELD_NUMBERS || field->type == FIELD_INTEGERS)
    text_add(text, "; %s for each by default",
             number_words(run, field->fallback));
  else if (is_numeric(field))
    text_add(text, "; %s by default", number_words(run, field->fallback));
  else
    text_add(text, "; optional");
}

static void write_key(Sheet *sheet, const Field *given, KeyUse use)
{
  const Field field = field_whole(given);
  Text words = text_new(sheet->text.run);
  text_add(&words, "%s", field.help);
  if (field.unit) text_add(&words, " (%s)", field.unit);
  if (field.type == FIELD_INTEGER) text_add(&words, "; a whole number");
  if (field.choices) add_choices(&words, &field);
  add_range(&words, &field);
  add_default(&words, &field);
  if (use == KEY_OF_SURFACE && is_numeric(&field))
    text_add(&words, "; or function(fn)");
  sheet_entry(sheet, field.name, words.chars);
}

static void write_keys(Sheet *sheet, const Field *fields, size_t count,
                       KeyUse use)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(fields[i].name, "[]") != 0) write_key(sheet, &fields[i], use);
  for (size_t i = 0; i < count; i++)
    if (strcmp(fields[i].name, "[]") == 0)
      sheet_entry(sheet, "{ ..., ... }", fields[i].help);
}

/* ---- parts of the page ----------------------------------------------------
 */

/* What a reader asks for. */
typedef struct Wanted {
  const char *word; /* or NULL: everything */
  bool by_key;      /* `word` is the name of a key */
} Wanted;

static bool has_key(const Field *fields, size_t count, const char *key)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(fields[i].name, key) == 0) return true;
  return false;
}

static bool is_wanted(const Wanted *wanted, const char *name,
                      const Field *fields, size_t count)
{
  if (!wanted->word) return true;
  return wanted->by_key ? has_key(fields, count, wanted->word)
                        : strstr(name, wanted->word) != NULL;
}

static int write_words(Sheet *sheet, const Word *words, size_t count,
                       const Wanted *wanted, KeyUse use)
{
  int shown = 0;
  for (size_t i = 0; i < count; i++) {
    const Word *w = &words[i];
    if (!is_wanted(wanted, w->name, w->fields, w->nfields)) continue;
    sheet_part(sheet, run_printf(sheet->text.run, "%s%s: %s", w->name,
                                 w->nfields > 0 ? " { ... }" : "", w->about));
    write_keys(sheet, w->fields, w->nfields, use);
    shown++;
  }
  return shown;
}

static int write_laws(Sheet *sheet, const Wanted *wanted)
{
  int shown = 0;
  for (size_t i = 0; friction_laws[i]; i++) {
    const Law *law = friction_laws[i];
    const char *name = run_printf(sheet->text.run, "friction %s", law->word);
    if (!is_wanted(wanted, name, law->fields, law->nfields)) continue;
    Text title = text_new(sheet->text.run);
    text_add(&title, "friction = %s { ... }: %s; used by", law->word,
             law->about);
    for (const char *const *kind = law->kinds; *kind; kind++)
      text_add(&title, " %s%s", *kind, kind[1] ? "," : "");
    sheet_part(sheet, title.chars);
    write_keys(sheet, law->fields, law->nfields, KEY_PLAIN);
    shown++;
  }
  return shown;
}

/* A part that no table of fields describes. */
typedef struct Prose {
  const char *name;                /* as `bristle help NAME` finds the part */
  const char *title;               /* NULL ends a list */
  const char *words, *code;        /* code: an example, or NULL */
  const char *const (*entries)[2]; /* or NULL; NULL, NULL ends them */
  const char *const *picture;      /* its file and what it shows, or NULL */
} Prose;

static int write_prose(Sheet *sheet, const Prose *all, const Wanted *wanted)
{
  int shown = 0;
  for (const Prose *p = all; p->title; p++) {
    bool has_entry = false;
    for (size_t i = 0; wanted->word && p->entries && p->entries[i][0]; i++)
      has_entry |= strcmp(p->entries[i][0], wanted->word) == 0;
    if (wanted->by_key ? !has_entry
                       : wanted->word && !strstr(p->name, wanted->word))
      continue;
    sheet_part(sheet, p->title);
    sheet_paragraph(sheet, p->words);
    if (p->code) sheet_code(sheet, p->code);
    for (size_t i = 0; p->entries && p->entries[i][0]; i++)
      sheet_entry(sheet, p->entries[i][0], p->entries[i][1]);
    if (p->picture) sheet_picture(sheet, p->picture[0], p->picture[1]);
    shown++;
  }
  return shown;
}

/* ---- what words.lua gives to a spec ---------------------------------------
 */

static const Prose basics[] = {
    {"param", "param { name = number, ... }: the parameters of a spec",
     "Returns a table of the same names. A command replaces a parameter by "
     "--set name=value. A parameter is a number, a text or a boolean, and "
     "keeps "
     "the type of its default. A name that param does not declare is an error.",
     "local p = param { mu = 0.8, radius = 0.01 }\n"
     "return contact { size = { 2 * p.radius, 2 * p.radius }, ... }",
     NULL, NULL},
    {"--set", "--set KEY=VALUE: another value in the place of the spec's own",
     "KEY is the name of a parameter or the path of a value: friction.mu_c, "
     "grid.1, scenario.dt. VALUE is an expression of Lua; a bare word is a "
     "text, as in --set model=reduced. Functions cannot be set.",
     NULL, NULL, NULL},
    {"units", "units: metres, newtons, seconds, kilograms, radians",
     "All numbers are in SI units without prefixes, angles in radians and "
     "counter-clockwise. A twist is { vx, vy, w }, a wrench { fx, fy, torque "
     "}, "
     "both at the centre of the grid. The friction of bristles is per newton "
     "of "
     "the normal force: sigma0 is in 1/m.",
     NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

static const char *const sum_entries[][2] = {
    {"disc { ... } + disc { ... }",
     "the pressures add up, as given; or each surface has a share, and then "
     "the shares, relative to each other, say which part of the normal force "
     "each surface carries. Lines have no area and need a share."},
    {"function(x, y)",
     "a pressure at the place x, y (m), 0 or more, in any unit; it may be a "
     "part of a sum"},
    {"function(x, y, fn)",
     "the same for a pressure that depends on the normal force fn (N); a "
     "contact then needs fn_range"},
    {"radius = function(fn)",
     "in the place of any number of a surface: the number at the normal force "
     "fn (N); a contact then needs fn_range"},
    {NULL, NULL}};

static const Prose surfaces_prose[] = {
    {"pressure sum +", "sums and functions of place and of the normal force",
     "The pressure of a surface is scaled so that it carries the normal force; "
     "only its distribution counts.",
     "pressure = disc { radius = 0.004, at = { -0.006, 0 }, share = 2 }\n"
     "         + disc { radius = 0.004, at = { 0.006, 0 }, share = 1 }",
     sum_entries, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

/* ---- contacts as they are measured ---------------------------------------- */

static const char *const area_picture[] = {
    "slips_first.svg",
    "A Hertz disc by bristle plot: its rim slips after a few micrometres, its "
    "middle after 250"};
static const char *const stick_picture[] = {
    "incipient_slip.svg",
    "Shares of load and area that stick, from 1 to 0 as the force grows to "
    "its limit, by specs/scripts/incipient_slip.lua"};
static const char *const region_picture[] = {
    "friction_by_region.svg",
    "A foot of two rectangles by bristle plot: 0.3 at the heel, 0.9 at the "
    "toe; the centre of pressure lies between"};
static const char *const direction_picture[] = {
    "friction_by_direction.svg",
    "Force in x and y by bristle plot: an ellipse with axes 1 and 1.8, turned "
    "by 30 degrees, and smaller ones for slides with spin"};
static const char *const material_picture[] = {
    "material.svg",
    "Radius of the patch and tangential stiffness over the load by bristle "
    "plot, with those of the contact at fn_nominal"};
static const char *const answers_picture[] = {
    "answers.svg",
    "Distance of bristle and three engines from ten answers, in units of the "
    "bounds, by make answers"};

static const Prose measured_prose[] = {
    {"area", "stiffness = \"area\": slip that begins at the rim",
     "The bristles of a cell have kappa (N/m^3) times its loaded area as their "
     "stiffness, whatever load they carry, and eta (N s/m^3) as their damping. "
     "Where the pressure is low the contact slips first, also in a pure slide. "
     "Without it stiffness goes by load, and a pure slide lets go at once.",
     "friction = lugre { stiffness = \"area\", kappa = 5e8, eta = 2e3,\n"
     "                   mu_c = 0.7, s_ba = 0.99 }",
     NULL, area_picture},
    {"slip", "stick = true: slip before it happens",
     "_stick(&state, twist, fn, out) tells which share of the load and of the "
     "area still sticks, and where: what a tactile sensor sees as a ring that "
     "closes.",
     NULL, NULL, stick_picture},
    {"region", "mu, friction_map: friction by region",
     "mu on a surface of a sum and friction_map are factors of mu_c and mu_s "
     "where that surface carries the load. Limit surfaces, tables with their "
     "proofs, margins and cones follow.",
     "pressure = rectangle { size = { 0.08, 0.1 }, at = { 0.07, 0 }, share = 1,"
     "\n                       mu = 1.5 }\n"
     "         + rectangle { size = { 0.1, 0.1 }, at = { -0.06, 0 }, share = 1,"
     "\n                       mu = 0.5 }",
     NULL, region_picture},
    {"direction anisotropy", "anisotropy: friction by direction",
     "Along the axis at angle (rad) friction is the law's, across it ratio "
     "times that, with ratio^2 times the stiffness. It comes from a potential, "
     "so that motion is opposed with the most dissipation.",
     "anisotropy = { ratio = 1.8, angle = math.pi/6 }", NULL,
     direction_picture},
    {"material", "hertz, soft_finger, breakaway: numbers from the material",
     "hertz and soft_finger give size and pressure of the patch, and the "
     "tangential stiffness 8 G* a at fn_nominal, in the place of sigma0; "
     "without a material, breakaway (m) or stiffness (N/m) do, and "
     "damping_ratio of the body in the place of sigma1. `bristle check` prints "
     "all of them for any contact.",
     "pressure   = hertz { radius = 0.02, modulus = 2e6, poisson = 0.49 },\n"
     "fn_nominal = 2", NULL, material_picture},
    {"answers", "answers: what any simulation of dry friction should give",
     "specs/answers has exact numbers with bounds: creep of a held box, "
     "breakaway, a belt, a disc that slides and spins, a rod on two feet, "
     "loops of Dahl and Mindlin; its README says how to hold an engine "
     "against them.",
     NULL, NULL, answers_picture},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

/* Tests compare these entries with the globals of a spec. */
static const char *const lua_entries[][2] = {
    {"assert, error, pcall, xpcall", "as in Lua"},
    {"ipairs, pairs",
     "pairs goes through the keys in a fixed order, numbers before texts"},
    {"select, tonumber, tostring, type", "as in Lua"},
    {"rawequal, rawget, rawlen, rawset", "as in Lua"},
    {"getmetatable, setmetatable", "of the spec's own tables"},
    {"load", "takes a text of Lua and no file"},
    {"print", "writes a line to the error output"},
    {"_G, _VERSION", "as in Lua"},
    {"math.exp, math.log, math.sqrt",
     "also in functions that are called with symbols"},
    {"math.sin, math.cos, math.tan, math.asin, math.acos, math.atan",
     "also with symbols"},
    {"math.sinh, math.cosh, math.tanh", "also with symbols"},
    {"math.atan2, math.frexp, math.ldexp, math.log10, math.pow",
     "of earlier versions of Lua; with numbers only. Write math.atan(y, x) and "
     "x ^ y"},
    {"math.abs, math.ceil, math.floor, math.fmod, math.max, math.min, "
     "math.modf, math.tointeger, math.type, math.ult",
     "with numbers only"},
    {"math.deg, math.rad, math.pi, math.huge, math.maxinteger, "
     "math.mininteger",
     "as in Lua"},
    {"math.random, math.randomseed",
     "the same numbers in every run; randomseed needs a number"},
    {"string.byte, string.char, string.format, string.len, string.lower, "
     "string.rep, string.reverse, string.sub, string.upper",
     "as in Lua; there are no patterns"},
    {"table.concat, table.insert, table.move, table.pack, table.remove, "
     "table.sort, table.unpack",
     "as in Lua; table.sort keeps the order of equal items"},
    {NULL, NULL}};

static const Prose lua_prose[] = {
    {"functions math string table",
     "functions: the parts of Lua 5.4 that a spec has",
     "A spec runs in a closed state without files, time or modules, within 64 "
     "MiB of memory and 20 s of processor time, so that the same spec gives "
     "the "
     "same solver everywhere. Functions of a mechanism, and stribeck of lugre, "
     "are called with symbols, too, so that bristle can differentiate them: "
     "such a function must not branch on its arguments and uses smooth "
     "functions, as math.sqrt(x*x + eps) in place of math.abs(x). Functions of "
     "a scenario, pressures and functions of fn are called with numbers only.",
     NULL, lua_entries, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

/* ---- the page -------------------------------------------------------------
 */

static void section(Sheet *sheet, const Wanted *wanted, const char *title)
{
  if (!wanted->word) sheet_section(sheet, title);
}

static int write_all(Sheet *sheet, const Wanted *wanted)
{
  size_t nsurfaces, nmaterials, nprofiles;
  const Word *surfaces = surface_words(&nsurfaces);
  const Word *materials = material_words(&nmaterials);
  const Word *profiles = profile_list(&nprofiles);
  section(sheet, wanted, "THE SPEC");
  int shown = write_prose(sheet, basics, wanted);
  section(sheet, wanted, "KINDS");
  for (int i = 0; kinds[i]; i++)
    shown += write_words(sheet, kinds[i]->words, kinds[i]->nwords, wanted,
                         KEY_PLAIN);
  section(sheet, wanted, "LAWS OF FRICTION");
  shown += write_laws(sheet, wanted);
  section(sheet, wanted, "SURFACES");
  shown += write_words(sheet, surfaces, nsurfaces, wanted, KEY_OF_SURFACE);
  shown += write_words(sheet, materials, nmaterials, wanted, KEY_PLAIN);
  shown += write_prose(sheet, surfaces_prose, wanted);
  section(sheet, wanted, "CONTACTS AS THEY ARE MEASURED");
  shown += write_prose(sheet, measured_prose, wanted);
  section(sheet, wanted, "PROFILES");
  shown += write_words(sheet, profiles, nprofiles, wanted, KEY_OF_SURFACE);
  section(sheet, wanted, "FUNCTIONS");
  return shown + write_prose(sheet, lua_prose, wanted);
}

int reference_write(Sheet *sheet, const char *word)
{
  const Wanted by_name = {word, false}, by_key = {word, true};
  const int shown = write_all(sheet, &by_name);
  return shown > 0 ? shown : write_all(sheet, &by_key);
}

static void each_word(Each *each, void *context, const Word *words,
                      size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char name[40] = "";
    const char *start = strrchr(words[i].name, ' ');
    const bool is_key = start && start[1] == '=';
    if (!start || is_key) start = words[i].name - 1;
    const size_t length = strcspn(start + 1, " ");
    if (length < sizeof name) memcpy(name, start + 1, length);
    each(context, name, words[i].about);
  }
}

void reference_words(Each *each, void *context)
{
  size_t nsurfaces, nmaterials, nprofiles;
  const Word *surfaces = surface_words(&nsurfaces);
  const Word *materials = material_words(&nmaterials);
  const Word *profiles = profile_list(&nprofiles);
  for (int i = 0; kinds[i]; i++)
    each_word(each, context, kinds[i]->words, kinds[i]->nwords);
  for (size_t i = 0; friction_laws[i]; i++)
    each(context, friction_laws[i]->word, friction_laws[i]->about);
  each_word(each, context, surfaces, nsurfaces);
  each_word(each, context, materials, nmaterials);
  each_word(each, context, profiles, nprofiles);
  each(context, "param", "the parameters of a spec");
  each(context, "functions", "the parts of Lua that a spec has");
}
