//@ if has_blocks and has_passes then
/* Returns the first cell of block b. */
static int $(name)_first(int b)
{
  return $(first_cell);
}

//@ end
//@ if has_shares_of_blocks and has_blocks then
/* Returns the shares of block b's cells. */
static const $(real) *$(name)_shares(int b)
{
  return $(weights);
}

//@ end
//@ if has_passes and (is_loop or has_body) then
$(include(sum_of_lanes))

//@ end
