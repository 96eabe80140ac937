//@ local digits = is_float and "s" or "d"
/* Bytes of the vectors that steps take. Other compilers and processors take blocks. */
#if defined(__GNUC__) && defined(__has_builtin) && defined(__SSE2__) && !defined(__FRAMAC__)
#if defined(__AVX512F__) && __has_builtin(__builtin_ia32_rsqrt14p$(digits)512_mask)
#define $(NAME)_WIDE 64
#elif defined(__AVX__)
#define $(NAME)_WIDE 32
#else
#define $(NAME)_WIDE 16
#endif
#endif
