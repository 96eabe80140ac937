/* ---- compilers ---------------------------------------------------------- */

$(include("common/upper.c"))

//@ if is_loop then
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define $(NAME)_ALIGN __attribute__((aligned(64)))
#else
#define $(NAME)_ALIGN
#endif

//@ end
//@ if is_emitted and (has_stride or has_crowd_wide) then
$(include("contact/wide_choice.c"))

//@ end
//@ if is_loop or has_body then
$(include("contact/restrict.c"))

//@ end
//@ if is_emitted or is_implicit or has_body or has_couple then
$(include("common/inline.c"))

//@ end
