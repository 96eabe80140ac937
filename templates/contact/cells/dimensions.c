enum {
//@ if is_blocked then
  $(name)_lanes = $(lanes), /* cells in a block */
  $(name)_blocks = $(blocks), /* the last one ends at the last cell and overlaps the one before */
  $(name)_last = $(cells - lanes), /* first cell of the last block */
//@ end
//@ if is_padded then
  $(name)_wide = $(wide), /* lanes of whole vectors; some cells have two lanes */
//@ end
  $(name)_n = $(NAME)_NCELLS
};
