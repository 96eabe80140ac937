#if $(NAME)_SPEC_ID != $(spec_id)
#error "$(name).h and $(name).c are of different specs: emit both again"
#endif
$(table_macro)
