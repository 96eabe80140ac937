/* gcc forgets that a function has wide numbers in registers when the function calls
 * another one of this file. The caller's code would then run at half its speed. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX__)
static inline void $(name)_clear_upper(const char *unused)
{
  (void)unused;
  __builtin_ia32_vzeroupper();
}
/* Clears the upper halves of wide registers when the function returns. */
#define $(NAME)_CLEAR_UPPER \
  const char upper __attribute__((cleanup($(name)_clear_upper), unused)) = 0
#else
#define $(NAME)_CLEAR_UPPER ((void)0)
#endif
