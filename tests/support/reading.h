/* reading.h: what must not occur in emitted text; `what` names the text. */
#ifndef BRISTLE_TESTS_READING_H
#define BRISTLE_TESTS_READING_H

/* Lines have less than 100 columns. */
void expect_short_lines(const char *text, const char *what);
void expect_absent(const char *text, const char *words, const char *what);
/* No product has the factor 1.0. */
void expect_no_factor_one(const char *text, const char *what);
/* A function that uses a name has no (void) of it. */
void expect_void_of_unused(const char *text, const char *what);
/* No number has the rounding of a product: 1.9999999999999998. */
void expect_short_literals(const char *text, const char *what);
/* No two constants of a function have the same expression. */
void expect_no_twins(const char *text, const char *what);

#endif
