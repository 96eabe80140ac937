/* Finds the cell of each lane; see _locate. */
static void $(name)_locate_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
$(lane_v)
    $(name)_place p;
    $(name)_locate(v, &p);
    m->face[l] = p.face;
    m->node[l] = p.node;
    m->row[l] = p.row;
    m->x[l] = p.x;
    m->y[l] = p.y;
    m->a[l] = p.a;
    m->b[l] = p.b;
//@ for d = 0, 2 do
    m->sign[$(d)][l] = p.sign[$(d)];
//@ end
  }
}

//@ if is_wide_batch then
$(include("contact/reduced/read_wide.c"))
//@ else
/* Writes h of each lane, one lane for each twist: the coefficients are gathered. */
static void $(name)_read_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(name)_place p = {m->face[l], m->node[l], m->row[l], m->x[l], m->y[l], m->a[l], m->b[l],
      $(real(0)), {m->sign[0][l], m->sign[1][l], m->sign[2][l]}};
    $(real) h[3];
    $(name)_read(&p, h);
//@ for d = 0, 2 do
    m->h[$(d)][l] = h[$(d)];
//@ end
  }
}
//@ end
