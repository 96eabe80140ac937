//@ local V = name .. "_vector"
#ifdef $(NAME)_WIDE
/* ---- a step on four vectors at once ---------------------------------------
 * Statements for four vectors stand side by side, so that independent operations are
 * next to each other. Nothing is divided but for phi. */

/* What a step is driven by. */
typedef struct {
  $(real) tx, ty, tw, dt;
} $(name)_drive;

//@ if has_lines then
/* exp(-(|v|/v_s)^2) is a factor of the grid's row times one of its column: writes the
 * falloff of all cells. A row writes whole vectors; the next row
 * overwrites the excess. */
$(NAME)_INLINE void $(name)_falloff($(real) *falloff, $(name)_drive d)
{
  $(align)$(real) of_column[$(stride_columns)], of_row[$(stride_rows)];
  for (int i = 0; i < $(stride_columns); i += $(name)_lanes_wide) {
    const $(V) v = d.ty + d.tw*$(name)_load($(name)_column_x + i);
    $(name)_store(of_column + i, $(name)_power(v*v*$(value("stride_falloff"))));
  }
  for (int j = 0; j < $(stride_rows); j += $(name)_lanes_wide) {
    const $(V) v = d.tx - d.tw*$(name)_load($(name)_row_y + j);
    $(name)_store(of_row + j, $(value("stride_rise"))*$(name)_power(v*v*$(value("stride_falloff"))));
  }
  for (int j = 0; j < $(grid_rows); j++) {
    const $(real) *const from = of_column + $(name)_row_column[j];
    const int first = $(name)_row_first[j], count = $(name)_row_first[j + 1] - first;
    for (int i = 0; i < count; i += $(name)_lanes_wide)
      $(name)_store(falloff + first + i, $(name)_load(from + i)*of_row[j]);
  }
}

//@ end
/* Writes a of the four vectors of cells from cell `b` on, and adds a, with a trace of the
 * bristles' squares, to `sum`. abar of an elastic bristle is exactly 0. */
$(NAME)_INLINE void $(name)_relax_four(int b, const $(real) *zx, const $(real) *zy,
  $(name)_drive d$(has_lines and ", const " .. (name .. "_real") .. " *falloff" or ""), $(real) *a, $(V) *sum$(shortens and ", " .. V .. " *room" or ""))
{
  const int L = $(name)_lanes_wide;
$(four("  const " .. V .. " vx# = d.tx - d.tw*" .. name .. "_load(" .. name .. "_y + b + #*L);"))
$(four("  const " .. V .. " vy# = d.ty + d.tw*" .. name .. "_load(" .. name .. "_x + b + #*L);"))
//@ if is_exponential then
$(four("  const " .. V .. " qx# = " .. name .. "_load(zx + #*L) + d.dt*vx#;"))
$(four("  const " .. V .. " qy# = " .. name .. "_load(zy + #*L) + d.dt*vy#;"))
//@ else
$(four("  const " .. V .. " qx# = " .. name .. "_load(zx + #*L);"))
$(four("  const " .. V .. " qy# = " .. name .. "_load(zy + #*L);"))
//@ end
$(include("contact/cells/squares_four.c"))
//@ if shortens and is_exponential then
$(four("  const " .. V .. " zx# = " .. name .. "_load(zx + #*L), zy# = " .. name .. "_load(zy + #*L);"))
$(four("  const " .. V .. " z2# = zx#*zx# + zy#*zy#;"))
  *room = $(name)_least(*room, $(name)_least($(name)_least(-z20, -z21), $(name)_least(-z22, -z23)));
//@ elseif shortens then
  *room = $(name)_least(*room, $(name)_least(low, high));
//@ end
$(include("contact/cells/relax_four.c"))
}
