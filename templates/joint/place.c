//@ if has_table then
/* P(q) - value and slope by the place within a piece - at $(pieces_of_place + 1) nodes $(is_periodic and "of a period" or "from one end to the other"). */
static const $(NAME)_TABLE $(real) $(name)_nodes[$(2*(pieces_of_place + 1))] = {
$(rows(place_nodes, 6))};

//@ if is_periodic and not has_bits then
$(include("common/rounded.c"))

//@ end
/* Writes P(q) and its slope; the table's error is $(plain(place_error, 2)) of P. Returns 0 if q is too
 * many periods away. */
static int $(name)_place($(real) q, $(real) *place, $(real) *slope)
{
//@ if is_periodic then
  const $(real) turns = (q - $(real(place_from)))*$(real(1/place_length));
  *place = $(real(1));
  *slope = $(real(0));
  if (!($(name)_size(turns) < $(real(most_turns)))) return 0;
  const $(name)_rounded whole = turns + $(magic);
  const $(real) part = turns - (whole - $(magic));
  const $(real) x = (part < $(real(0)) ? part + $(real(1)) : part)*$(real(pieces_of_place));
//@ else
  const $(real) x = !(q == q) ? $(real(0)) : $(name)_clamp((q - $(real(place_from)))*$(real(pieces_of_place/place_length)), $(real(0)), $(real(pieces_of_place)));
//@ end
  const int i = x == x ? x > $(real(0)) ? x < $(real(pieces_of_place)) ? (int)x : $(pieces_of_place - 1) : 0 : 0;
  const $(real) *const n = $(name)_nodes + 2*i;
  const $(real) t = x - ($(real))i, rise = n[2] - n[0];
  const $(real) c2 = $(real(3))*rise - $(real(2))*n[1] - n[3], c3 = n[1] + n[3] - $(real(2))*rise;
  *place = n[0] + t*(n[1] + t*(c2 + t*c3));
  *slope = (n[1] + t*($(real(2))*c2 + $(real(3))*t*c3))*$(real(pieces_of_place/place_length));
//@ if not is_periodic then
  if (x <= $(real(0)) || x >= $(real(pieces_of_place))) *slope = $(real(0)); /* constant beyond */
//@ end
  return 1;
}
//@ else
/* Writes the user's P(q) and its slope. Returns 0 if P is not positive. */
static int $(name)_place($(real) q, $(real) *place, $(real) *slope)
{
//@ if not place_block.reads.q then
  (void)q;
//@ end
//@ if #place_block.temporaries > 0 then
$(temporaries(place_block))
//@ end
  *place = $(place_block.outputs[1].value);
  *slope = $(place_block.outputs[2].value);
  return *place > $(real(0)) && *place < $(real(1e9));
}
//@ end
