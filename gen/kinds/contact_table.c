/* contact_table.c: the limit surface of a reduced contact as a table. In: a
 * Contact. Out: the table that its spec asks for, with its certificate.
 *
 * Invariant: check, emit, verify and plot all see the same table. */
#include "contact.h"

const ContactTable *contact_table(const Contact *c)
{
  ContactTable *made = c->table;
  const LimitSurface *wanted = &c->limit_surface;
  const LimitMap map = {&c->cells,
                        {c->cop[0], c->cop[1]},
                        c->r,
                        c->quadrature == QUADRATURE_PAPER};
  const TableInterp interp = wanted->interp == 0 ? TABLE_BILINEAR : TABLE_CUBIC;
  Run *run = c->model.run;
  if (made->is_made) return made;
  made->is_made = true;
  if (wanted->resolution > 0) {
    made->table =
        table_build(run, &map, interp, wanted->resolution, c->model.is_float);
    made->proof = table_certify(made->table, 0, NULL);
  } else {
    made->table = table_choose(run, &map, interp, wanted->tolerance,
                               c->model.is_float, &made->proof);
  }
  return made;
}

const LimitTable *contact_table_needed(const Contact *c)
{
  const ContactTable *made = contact_table(c);
  const Value *root = &c->model.spec->root;
  const Value *asked = value_get(root, "limit_surface");
  if (!made->table)
    run_fail(
        c->model.run, asked ? asked->where : root->where,
        "no table of at most %d points is proven to err by less than %g; "
        "loosen the tolerance of limit_surface, fix { resolution = n }, or "
        "try interp = \"cubic\"",
        TABLE_MOST_NODES, c->limit_surface.tolerance);
  return made->table;
}
