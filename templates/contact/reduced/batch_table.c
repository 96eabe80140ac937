//@ local coarse = is_blocked and blocks or fine
//@ local side, scale = is_blocked and blocks or side, is_blocked and 1 or 3
/* Finds the cell of each lane, by selects alone; see _locate. */
static void $(name)_locate_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
$(lane_v)
    const $(real) cx = v[0]$(by(inverse_x)), cy = v[1]$(by(inverse_y)), cz = v[2];
    const $(real) ax = cx < $(real(0)) ? -cx : cx;
    const $(real) ay = cy < $(real(0)) ? -cy : cy;
    const $(real) az = cz < $(real(0)) ? -cz : cz;
    const $(real) plane = ay > ax ? cy : cx, other = ay > ax ? cx : cy;
    const $(real) wide = ay > ax ? ay : ax;
    const int is_spin = az >= wide;
    const $(real) largest = is_spin ? cz : plane;
    const $(real) size = is_spin ? az : wide;
    const $(real) inverse = size > $(tiny) ? $(real(1))/largest : $(real(0));
    const $(real) sign = largest < $(real(0)) ? $(real(-1)) : $(real(1));
    const $(real) face = is_spin ? $(real(2)) : ay > ax ? $(real(1)) : $(real(0));
    $(real) x = (is_spin ? cx : other)*inverse;
    $(real) y = (is_spin ? cy : cz)*inverse;
    m->sign[l] = size > $(tiny) ? sign : $(real(0));
    x = x$(by(coarse/2)) + $(real(coarse/2));
    y = y$(by(coarse/2)) + $(real(coarse/2));
    x = x > $(real(0)) ? x : $(real(0)); /* also for NaN */
    y = y > $(real(0)) ? y : $(real(0));
    const int i = (int)(x < $(real(coarse - 1)) ? x : $(real(coarse - 1)));
    const int j = (int)(y < $(real(coarse - 1)) ? y : $(real(coarse - 1)));
    m->node[l] = $(scale)*(((int)face*$(side) + i)*$(side) + j);
    m->x[l] = x - ($(real))i;
    m->y[l] = y - ($(real))j;
  }
}

//@ if is_blocked then
/* Finds the cell within the block that `node` numbers so far. */
static void $(name)_refine_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    const int block = m->node[l];
    m->node[l] = $(name)_start[block];
    m->row[l] = $(name)_fine[block];
  }
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) cells = ($(real))m->row[l], last = cells - $(real(1));
    const $(real) x = m->x[l]*cells, y = m->y[l]*cells;
    const int i = (int)(x < last ? x : last), j = (int)(y < last ? y : last);
    m->x[l] = x - ($(real))i;
    m->y[l] = y - ($(real))j;
    m->node[l] = 3*(m->node[l] + i*(m->row[l] + 1) + j);
    m->row[l] = 3*(m->row[l] + 1);
  }
}

//@ end
//@ if is_wide_batch and taps == 2 then
$(include("contact/reduced/read_nodes.c"))
//@ else
//@ local row = is_blocked and "m->row[l]" or 3*side
/* Writes h of each lane, from $(taps) rows of $(taps) nodes. */
static void $(name)_read_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) *const row0 = $(name)_nodes + m->node[l];
    $(real) wx[$(taps)], wy[$(taps)];
    $(name)_weights(m->x[l], wx);
    $(name)_weights(m->y[l], wy);
//@ for i = 1, taps - 1 do
    const $(real) *const row$(i) = row$(i - 1) + $(row);
//@ end
//@ for j = 0, taps - 1 do
//@   for d = 0, 2 do
//@     local terms = {}
//@     for i = 0, taps - 1 do terms[i + 1] = ("wx[%d]*row%d[%d]"):format(i, i, 3*j + d) end
    const $(real) along$(j)$(d) = $(table.concat(terms, " + "));
//@   end
//@ end
//@ for d = 0, 2 do
//@   local terms = {}
//@   for j = 0, taps - 1 do terms[j + 1] = ("wy[%d]*along%d%d"):format(j, j, d) end
    m->h[$(d)][l] = m->sign[l]*($(table.concat(terms, " + ")));
//@ end
  }
}
//@ end
