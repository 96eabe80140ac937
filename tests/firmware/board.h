/* board.h: what a test program finds on a board, and what the board finds in
 * the test program. */
#ifndef BRISTLE_FIRMWARE_BOARD_H
#define BRISTLE_FIRMWARE_BOARD_H

/* Writes a text that ends with 0 to the host. */
void board_put(const char *text);
/* Ends the program; 0: all is well. */
void board_exit(int status);

int main(void);

/* ---- driver.c, which driver.lua writes for a solver ---------------------- */

typedef struct Call {
  const char *name; /* "step" */
  void (*call)(void);
  long stated; /* bytes of stack that the header states */
} Call;

extern const Call calls[];
extern const int call_count;
/* Returns the status of the self-test. */
int driver_selftest(void);
/* Makes `count` steps of a motion from the start; is_fast: sliding. Returns the
 * sum of all outputs over the steps, in `unit`, or a large number after an
 * error. */
double driver_run(int count, int is_fast);

#endif
