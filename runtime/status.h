/* status.h: the words for the statuses of bristle_rt.h. The library, Lua, the
 * verbs and <name>.json all take the words from here. Does not allocate; all
 * texts are constant. */
#ifndef BRISTLE_STATUS_H
#define BRISTLE_STATUS_H

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_status {
  int status;         /* BR_OK, ... */
  const char *word;   /* "no convergence" */
  const char *reason; /* one clause: what happened, and what helps */
} br_status;

/* Every status once, in the order of bristle_rt.h (ORDER STATUSES). */
enum { BR_STATUSES = 8 };
extern const br_status br_statuses[BR_STATUSES];

/* Returns the word or the reason of a status. For a number that is not in the
 * list that is "unknown error" (< 0) or "unknown condition". */
const char *br_status_word(int status);
const char *br_status_reason(int status);

#ifdef __cplusplus
}
#endif
#endif
