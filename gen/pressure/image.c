/* image.c: grey-scale images in PGM format (P2, P5; 8 and 16 bits) as pressure
 * maps. In: a file. Out: the integrals of the pressure over the cells, with
 * pressure 1 for white and 0 for black.
 *
 * Invariant: no byte beyond the end of the file is read, and the file holds at
 * least as many pixels as its header says. */

#include "base/base.h"
#include "language/language.h"
#include "pressure/inside.h"

enum { LARGEST_SIDE = 16384 };

typedef struct Image {
  Run *run;
  Where where;
  const char *name;
  const unsigned char *bytes;
  size_t length, at;
  int width, height, white;
  bool is_text;
} Image;

/* ---- the file ---------------------------------------------------------- */

static bool is_space(unsigned char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(Image *image)
{
  bool is_comment = false;
  for (; image->at < image->length; image->at++) {
    const unsigned char c = image->bytes[image->at];
    if (c == '#') is_comment = true;
    if (c == '\n' || c == '\r') is_comment = false;
    if (!is_comment && !is_space(c)) return;
  }
}

/* Reads a decimal number from `least` to `most`; `what` names it in messages.
 */
static int read_number(Image *image, const char *what, int least, int most)
{
  skip_space(image);
  if (image->at >= image->length)
    run_fail(image->run, image->where, "%s: the file ends before the %s",
             image->name, what);
  long value = 0;
  const size_t start = image->at;
  while (image->at < image->length && value <= most) {
    const int digit = image->bytes[image->at] - '0';
    if (digit < 0 || digit > 9) break;
    value = 10 * value + digit;
    image->at++;
  }
  if (image->at == start)
    run_fail(image->run, image->where,
             "%s: the %s must be a decimal number (byte %zu)", image->name,
             what, image->at + 1);
  if (value < least || value > most)
    run_fail(image->run, image->where, "%s: the %s must be between %d and %d",
             image->name, what, least, most);
  return (int)value;
}

static void read_header(Image *image)
{
  const unsigned char *bytes = image->bytes;
  if (image->length < 3 || bytes[0] != 'P' ||
      (bytes[1] != '2' && bytes[1] != '5') ||
      !(is_space(bytes[2]) || bytes[2] == '#'))
    run_fail(image->run, image->where,
             "%s is not a PGM image (P2 or P5); convert the image to grey PGM",
             image->name);
  image->is_text = bytes[1] == '2';
  image->at = 2;
  image->width = read_number(image, "width", 1, LARGEST_SIDE);
  image->height = read_number(image, "height", 1, LARGEST_SIDE);
  image->white = read_number(image, "white level", 1, 65535);
  const size_t pixels = (size_t)image->width * (size_t)image->height;
  const size_t each = image->is_text || image->white < 256 ? 1 : 2;
  if (!image->is_text) image->at++; /* one blank */
  const size_t left = image->at < image->length ? image->length - image->at : 0;
  if (left / each < pixels)
    run_fail(image->run, image->where, "%s is too short for its %d x %d pixels",
             image->name, image->width, image->height);
}

static void read_row(Image *image, double *row)
{
  for (int i = 0; i < image->width; i++) {
    int value;
    if (image->is_text) {
      value = read_number(image, "next pixel", 0, image->white);
    } else {
      value = image->bytes[image->at++];
      if (image->white > 255) value = 256 * value + image->bytes[image->at++];
      if (value > image->white)
        run_fail(image->run, image->where,
                 "%s: a pixel must be at most %d (white), got %d", image->name,
                 image->white, value);
    }
    row[i] = (double)value / image->white;
  }
}

/* ---- stretching -------------------------------------------------------- */

/* Adds to to[i] the integral of the step function `from` over interval i.
 * Both `from` and `to` divide [0, 1] into equal intervals. */
static void overlap(const double *from, int nfrom, double *to, int nto)
{
  int i = 0, n = 0;
  /* The ends of intervals, (n+1)/nfrom and (i+1)/nto, are compared as whole
   * numbers. */
  double start = 0;
  while (n < nfrom && i < nto) {
    const long end_from = (long)(n + 1) * nto, end_to = (long)(i + 1) * nfrom;
    const long end = end_from < end_to ? end_from : end_to;
    const double stop = (double)end / ((double)nfrom * nto);
    to[i] += from[n] * (stop - start);
    start = stop;
    if (end_from == end) n++;
    if (end_to == end) i++;
  }
}

/* Reads the file and its header. */
static Image open_image(Run *run, const char *path, Where where)
{
  Image image = {.run = run, .where = where, .name = path};
  image.bytes =
      (const unsigned char *)file_read(run, path, &image.length, where);
  read_header(&image);
  return image;
}

void image_size(Run *run, const char *path, Where where, int *nx, int *ny)
{
  const Image image = open_image(run, path, where);
  *nx = image.width;
  *ny = image.height;
}

void image_integrals(Spec *spec, const Grid *grid, const char *path,
                     double floor, Where where, double *out)
{
  Run *run = spec->run;
  Image image = open_image(run, path, where);
  spec_add_content(spec, image.bytes, image.length);
  double *row = run_doubles(run, (size_t)image.width);
  double *cells = run_doubles(run, (size_t)grid->nx);
  const double area = grid->sx * grid->sy;
  int j = grid->ny - 1;
  double start = 0;
  for (int n = 0; n < image.height; n++) {
    read_row(&image, row);
    for (int i = 0; i < image.width; i++)
      if (row[i] < floor) row[i] = 0;
    for (int i = 0; i < grid->nx; i++) cells[i] = 0;
    overlap(row, image.width, cells, grid->nx);
    const long end = (long)(n + 1) * grid->ny;
    for (bool is_done = false; !is_done;) {
      const long cell_end = (long)(grid->ny - j) * image.height;
      const double stop = (double)(end < cell_end ? end : cell_end) /
                          ((double)image.height * grid->ny);
      double *target = out + (size_t)j * (size_t)grid->nx;
      for (int i = 0; i < grid->nx; i++)
        target[i] += area * cells[i] * (stop - start);
      start = stop;
      is_done = end <= cell_end;
      if (cell_end <= end && j > 0) j--;
    }
  }
}
