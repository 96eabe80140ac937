/* $(blocks > 1 and ("Blocks of %d cells, each block"):format(lanes) or "All cells") in short passes: every pass is a loop with a
 * trip count known here and a short chain of operations, which compilers turn
 * into vector code. Selects discard what a lane has no use for, so no NaN gets
 * through.
//@ if blocks > 1 then
 * The last block ends at the last cell and overlaps the one before:
 * its doubled cells weigh 0 and are written twice with the same values.
//@ end
 */
#if defined(__cplusplus)
#define $(NAME)_RESTRICT __restrict
#else
#define $(NAME)_RESTRICT restrict
#endif

enum { $(name)_lanes = $(lanes), $(name)_wide = $(wide), $(name)_blocks = $(blocks), $(name)_last = $(cells - lanes) };

//@ if has_counts then
/* Which cells of a block count: all, but in the last the new ones. */
static const $(align)$(real) $(name)_counts[2][$(lanes)] = {{
$(rows(every_counts))}, {
$(rows(last_counts))}};
//@ end
//@ if is_padded then
/* Places, shares, and shares times x and y of whole vectors: the last begins at
 * cell $(cells - vector), and what the one before has weighs 0. */
static const $(align)$(real) $(name)_wide_x[$(wide)] = {
$(rows(wide_x))};
static const $(align)$(real) $(name)_wide_y[$(wide)] = {
$(rows(wide_y))};
static const $(align)$(real) $(name)_wide_w[$(wide)] = {
$(rows(wide_w))};
static const $(align)$(real) $(name)_wide_wx[$(wide)] = {
$(rows(wide_wx))};
static const $(align)$(real) $(name)_wide_wy[$(wide)] = {
$(rows(wide_wy))};
//@ elseif not has_levels then
/* Shares times x and y$(has_last and ", and the weights of the last block" or ""). */
static const $(align)$(real) $(name)_wx[$(cells)] = {
$(rows(wx))};
static const $(align)$(real) $(name)_wy[$(cells)] = {
$(rows(wy))};
//@ end
//@ if has_last then
static const $(align)$(real) $(name)_last_w[$(lanes)] = {
$(rows(last_w))};
static const $(align)$(real) $(name)_last_wx[$(lanes)] = {
$(rows(last_wx))};
static const $(align)$(real) $(name)_last_wy[$(lanes)] = {
$(rows(last_wy))};
//@ end

/* What the passes leave for each other. */
typedef struct {
//@ if is_elastoplastic then
  $(real) s[$(wide)];    /* |v| */
  $(real) zmax[$(wide)]; /* g/sigma0 */
//@ end
  $(real) a[$(wide)];    /* beta*sigma0*s/g */
//@ if is_exponential then
  $(real) phi[$(wide)];  /* (1 - exp(-a*dt))/(a*dt) */
//@ elseif is_implicit then
  $(real) phi[$(wide)];  /* share of v in the mean rate; a is that of -z */
//@ end
//@ if has_fading then
  $(real) damping[$(wide)]; /* sigma1/sigma0 */
//@ end
//@ if blocks > 1 then
  $(real) spare[$(2 * wide)]; /* rates that nobody asked for */
//@ end
  $(real) sx[$(wide)], sy[$(wide)], st[$(wide)]; /* sums, lane by lane */
} $(name)_block;

$(include("common/math.c"))

/* First cell of block b. */
$(inlined) int $(name)_first(int b)
{
  return b < $(name)_blocks - 1 ? b*$(name)_lanes : $(name)_last;
}

/* The sum of all lanes, by short chains of additions. */
$(NAME)_INLINE $(real) $(name)_total(const $(real) *v)
{
//@ local first = math.min(wide, 8)
  $(real) part[8]$(wide < 8 and " = {" .. real(0) .. "}" or ""), half[4];
  for (int l = 0; l < $(first); l++) part[l] = v[l];
//@ for from = 8, wide - 1, 8 do
  for (int l = 0; l < $(math.min(wide - from, 8)); l++) part[l] += v[$(from) + l];
//@ end
  for (int l = 0; l < 4; l++) half[l] = part[l] + part[l + 4];
  return (half[0] + half[2]) + (half[1] + half[3]);
}

//@ if has_body and not has_levels then
/* Weights of block b's cells. */
static const $(real) *$(name)_shares(int b)
{
  return $(has_last and "b == " .. name .. "_blocks - 1 ? " .. name .. "_last_w : " or "")$(name)_w + $(name)_first(b);
}

//@ end
$(include("contact/cells/passes.c"))
$(include("contact/cells/blocks.c"))
