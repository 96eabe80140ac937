#if defined(__GNUC__)
#define $(NAME)_INLINE static inline __attribute__((always_inline))
#else
#define $(NAME)_INLINE static inline
#endif
