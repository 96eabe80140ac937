/* levels.c: pressure that depends on the normal force. In: the cells' shares at
 * some forces. Out: the shares at any force, linear between two neighbours and
 * constant outside. */
#include "reference/contact/contact.h"

void ref_shares(const RefLevels *levels, double fn, size_t cells, double *w)
{
  size_t above = 0;
  while (above < levels->count && levels->fn[above] <= fn) above++;
  const size_t last = levels->count - 1;
  const size_t low = above == 0 ? 0 : above - 1;
  const size_t high = above > last ? last : above;
  const double *a = levels->w[low], *b = levels->w[high];
  const double width = levels->fn[high] - levels->fn[low];
  for (size_t k = 0; k < cells; k++)
    w[k] =
        low == high
            ? a[k]
            : (a[k] * (levels->fn[high] - fn) + b[k] * (fn - levels->fn[low])) /
                  width;
}
