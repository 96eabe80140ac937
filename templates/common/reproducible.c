/* reproducible = true: no product is joined with a sum, and no number keeps more digits
 * than its type has. $(name)_selftest finds code that joins them. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "numbers keep more digits here: add -msse2 -mfpmath=sse or -fexcess-precision=fast"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
