/* Functions that make a step measurably faster where they are inlined. With -Os the
 * compiler decides, which keeps the text small. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define $(NAME)_INLINE static inline __attribute__((always_inline))
#else
#define $(NAME)_INLINE static inline
#endif
