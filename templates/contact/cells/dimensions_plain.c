/* A block is one cell. */
enum { $(name)_n = $(NAME)_NCELLS, $(name)_lanes = 1, $(name)_blocks = $(name)_n };
