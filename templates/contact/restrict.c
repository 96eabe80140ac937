#if defined(__cplusplus)
#define $(NAME)_RESTRICT __restrict
#else
#define $(NAME)_RESTRICT restrict
#endif
