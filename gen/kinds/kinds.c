/* kinds.c: the list of kinds. A new kind adds its line here, and its own
 * folder. */
#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"

extern const Kind contact_kind, cone_kind, slider_kind, mechanism_kind,
    joint_kind;

const Kind *const kinds[] = {&contact_kind, &cone_kind, &slider_kind,
                             &mechanism_kind, &joint_kind, NULL};

Model *model_build(Spec *spec)
{
  const Value *root = &spec->root;
  for (int i = 0; kinds[i]; i++) {
    if (!value_is(root, kinds[i]->word)) continue;
    Model *model = kinds[i]->build(spec);
    model->kind = kinds[i];
    return model;
  }
  run_fail(
      spec->run, root->where,
      "a spec must return one model, as in `return contact { ... }`, got %s",
      value_describe(spec->run, root));
}
