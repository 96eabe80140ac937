/* status.c: the words for statuses. In: a status. Out: the word or the reason
 * of that status.
 *
 * Invariant: the table has each status of bristle_rt.h once. */
#include "status.h"

#include <stddef.h>

/* ORDER STATUSES */
const br_status br_statuses[BR_STATUSES] = {
    {BR_OK, "ok", "the call succeeded"},
    {BR_SEPARATED, "separated", "the bodies do not touch"},
    {BR_TIPPING, "tipping",
     "the contact point is off the patch: the body would tip"},
    {BR_LIFTED, "lifted",
     "the surface would have to pull: the contact has no force"},
    {BR_BAD_INPUT, "bad input", "an input is not finite or out of range"},
    {BR_NO_CONVERGENCE, "no convergence",
     "the iteration did not converge; a smaller dt helps"},
    {BR_BAD_STATE, "bad state", "the state is no longer finite"},
    {BR_NOT_UNIQUE, "not unique",
     "constraints depend on each other there, or friction locks"}};

static const br_status *find(int status)
{
  for (int i = 0; i < BR_STATUSES; i++)
    if (br_statuses[i].status == status) return &br_statuses[i];
  return NULL;
}

const char *br_status_word(int status)
{
  const br_status *found = find(status);
  return found        ? found->word
         : status < 0 ? "unknown error"
                      : "unknown condition";
}

const char *br_status_reason(int status)
{
  const br_status *found = find(status);
  return found ? found->reason : br_status_word(status);
}
