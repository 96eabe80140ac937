/* picture.c: pictures as files. In: a Picture. Out: its gnuplot script with the
 * holes filled in, drawn as SVG or PNG.
 *
 * Invariant: a file is complete, or it keeps its former content. */
#include "base/base.h"
#include "plan/plan.h"
#include "results/results.h"
#include "emit/emit.h"
#include "emit/inside.h"

static const char *script_of(const Picture *picture)
{
  return expander_text(expander_open(picture->plan), picture->plan->source);
}

void picture_draw(const Picture *picture, const char *path)
{
  gnuplot_picture(picture->plan->run, path, picture->width, picture->height,
                  script_of(picture));
}

Text picture_svg(const Picture *picture)
{
  return gnuplot_bytes(picture->plan->run, ".svg", picture->width,
                       picture->height, script_of(picture));
}

void pictures_draw(const Pictures *pictures, const char *dir, Text *written)
{
  static const char *const endings[] = {"svg", "png"};
  Run *run = pictures->model->run;
  dir_make(run, dir);
  for (const Picture *p = pictures->first; p; p = p->next) {
    const char *script = script_of(p);
    for (size_t i = 0; i < 2; i++) {
      const char *path = run_printf(run, "%s/%s_%s.%s", dir,
                                    pictures->model->name, p->name, endings[i]);
      gnuplot_picture(run, path, p->width, p->height, script);
      text_add(written, "%s\n", path);
    }
  }
}
