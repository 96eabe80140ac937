/* net.c: a closed surface that a page turns. In: a net of points, strokes
 * over it. Out: JSON.
 *
 * Invariant: the net has rows x columns points, the last column meets the
 * first. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "results/results.h"

Net *net_new(Run *run, int rows, int columns)
{
  Net *surface = run_alloc(run, sizeof *surface);
  surface->run = run;
  surface->rows = rows;
  surface->columns = columns;
  surface->points =
      run_alloc(run, (size_t)(rows * columns) * sizeof *surface->points);
  return surface;
}

Wire *net_wire(Net *surface, const char *name, int most)
{
  Wire *wire = &surface->wires[surface->nwires++];
  wire->name = name;
  wire->ends = run_alloc(surface->run, (size_t)most * sizeof *wire->ends);
  return wire;
}

void wire_add(Wire *wire, const double from[3], const double to[3])
{
  double(*ends)[3] = wire->ends[wire->count++];
  for (int d = 0; d < 3; d++) {
    ends[0][d] = from[d];
    ends[1][d] = to[d];
  }
}

/* Four digits are enough for a picture. */
static json_t *json_point(const double point[3])
{
  json_t *array = json_array();
  for (int d = 0; d < 3; d++)
    json_array_append_new(array, json_real(round(1e4 * point[d]) / 1e4));
  return array;
}

const char *net_json(const Net *surface)
{
  json_t *points = json_array(), *wires = json_array();
  for (int i = 0; i < surface->rows * surface->columns; i++)
    json_array_append_new(points, json_point(surface->points[i]));
  for (int w = 0; w < surface->nwires; w++) {
    const Wire *wire = &surface->wires[w];
    json_t *ends = json_array();
    for (int k = 0; k < wire->count; k++)
      json_array_append_new(ends, json_pack("[o,o]", json_point(wire->ends[k][0]),
                                            json_point(wire->ends[k][1])));
    json_array_append_new(
        wires, json_pack("{s:s,s:o}", "name", wire->name, "ends", ends));
  }
  json_t *all = json_pack(
      "{s:i,s:i,s:[s,s,s],s:o,s:o}", "rows", surface->rows, "columns",
      surface->columns, "names", surface->names[0], surface->names[1],
      surface->names[2], "points", points, "wires", wires);
  char *text = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(5));
  json_decref(all);
  const char *kept = run_printf(surface->run, "%s", text);
  free(text);
  return kept;
}
