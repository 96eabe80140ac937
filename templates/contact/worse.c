/* Returns the worse of two statuses: the least error, else the largest condition. */
static int $(name)_worse(int a, int b)
{
  if (a < 0 || b < 0) return a < b ? a : b;
  return a > b ? a : b;
}
