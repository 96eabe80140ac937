/* manual.h: the pages of the manual, each in three forms, and the completion of
 * command lines. In: the tables of verbs, options, kinds, laws and surfaces.
 * Out: texts, which the Run owns. */
#ifndef BRISTLE_CLI_MANUAL_H
#define BRISTLE_CLI_MANUAL_H

#include "cli/cli.h"

/* ---- sheet.c: a page in one of its forms ----------------------------------
 */

typedef enum Form {
  FORM_TEXT, /* for a terminal, lines of at most 80 columns */
  FORM_MAN,  /* roff with the macros man(7) */
  FORM_HTML
} Form;

typedef struct Sheet {
  Text text;
  Form form;
  bool has_list; /* HTML: the entries of a list are open */
} Sheet;

Sheet sheet_new(Run *run, Form form);
/* Begins the page `name`(section). `about` is a line without a full stop. The
 * form FORM_TEXT has no title. */
void sheet_title(Sheet *sheet, const char *name, int section,
                 const char *about);
void sheet_section(Sheet *sheet, const char *title);
/* A part of a section; its entries may follow. */
void sheet_part(Sheet *sheet, const char *title);
void sheet_paragraph(Sheet *sheet, const char *words);
/* A key, an option or a function with the words about it. */
void sheet_entry(Sheet *sheet, const char *term, const char *words);
/* Lines that keep their breaks. */
void sheet_code(Sheet *sheet, const char *lines);
/* A picture of specs/pictures: in HTML itself, else where it lies. */
void sheet_picture(Sheet *sheet, const char *file, const char *shows);
/* Ends the page. Returns its text. */
const char *sheet_end(Sheet *sheet);

/* ---- reference.c, scripts.c: the spec language; the functions of scripts --
 */

/* Writes all of the language if `word` is NULL, else the parts whose names
 * contain `word`, or, where there is none, the parts with a key of exactly that
 * name. Returns the number of written parts. */
int reference_write(Sheet *sheet, const char *word);
/* The words that reference_write knows, without those of --set. */
void reference_words(Each *each, void *context);
/* Writes the functions of the Lua module in the same way. */
int scripts_write(Sheet *sheet, const char *word);
/* ---- pages.c, completion.c -------------------------------------------------
 */

/* The pages bristle(1) and bristle-spec(5). */
const char *page_bristle(Run *run, Form form);
const char *page_spec(Run *run, Form form);
/* Completion for bash and for zsh. */
const char *completion_bash(Run *run);
const char *completion_zsh(Run *run);

#endif
