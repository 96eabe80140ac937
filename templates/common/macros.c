$(macros)
