/* net.c: a closed surface that a page turns. In: a net of points, strokes
 * over it. Out: JSON.
 *
 * Invariant: the net has rows x columns points, the last column meets the
 * first. */
#include "base/base.h"
#include "results/results.h"

Net *net_new(Run *run, int rows, int columns)
{
  Net *net = run_alloc(run, sizeof *net);
  net->run = run;
  net->rows = rows;
  net->columns = columns;
  net->points =
      run_alloc(run, (size_t)(rows * columns) * sizeof *net->points);
  return net;
}

Wire *net_wire(Net *net, const char *name, int most)
{
  Wire *wire = &net->wires[net->nwires++];
  wire->name = name;
  wire->ends = run_alloc(net->run, (size_t)most * sizeof *wire->ends);
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
static void add_point(Text *text, const double point[3])
{
  text_add(text, "[%.4g,%.4g,%.4g]", point[0], point[1], point[2]);
}

const char *net_json(const Net *net)
{
  Text text = text_new(net->run);
  text_add(&text, "{\"rows\":%d,\"columns\":%d,\"names\":[", net->rows,
           net->columns);
  for (int d = 0; d < 3; d++)
    text_add(&text, "%s\"%s\"", d > 0 ? "," : "", net->names[d]);
  text_add(&text, "],\"points\":[");
  for (int i = 0; i < net->rows * net->columns; i++) {
    if (i > 0) text_add(&text, ",");
    add_point(&text, net->points[i]);
  }
  text_add(&text, "],\"wires\":[");
  for (int w = 0; w < net->nwires; w++) {
    const Wire *wire = &net->wires[w];
    text_add(&text, "%s{\"name\":\"%s\",\"ends\":[", w > 0 ? "," : "",
             wire->name);
    for (int k = 0; k < wire->count; k++) {
      text_add(&text, k > 0 ? ",[" : "[");
      add_point(&text, wire->ends[k][0]);
      text_add(&text, ",");
      add_point(&text, wire->ends[k][1]);
      text_add(&text, "]");
    }
    text_add(&text, "]}");
  }
  text_add(&text, "]}");
  return text.chars;
}
