/* A number of the type's own digits: x87 and the like keep more of them in registers. */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0) \
    || (defined(_M_IX86_FP) && _M_IX86_FP == 0) || (!defined(__FLT_EVAL_METHOD__) && defined(__i386__))
typedef volatile $(real) $(name)_rounded;
#else
typedef $(real) $(name)_rounded;
#endif
