/* ---- many contacts ------------------------------------------------------ */

$(include("contact/worse.c"))

$(include("contact/batch_loop.c"))
