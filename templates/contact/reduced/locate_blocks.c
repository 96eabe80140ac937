  const $(real) along = p->inverse$(by(blocks/2));
  const $(real) bx = first*along + $(real(blocks/2)), by = second*along + $(real(blocks/2));
  const int bi = (int)(bx < $(real(blocks - 1)) ? bx : $(real(blocks - 1))); /* and where it is */
  const int bj = (int)(by < $(real(blocks - 1)) ? by : $(real(blocks - 1))); /* not a number */
  const int block = (p->face*$(blocks) + bi)*$(blocks) + bj;
  const int n = $(name)_fine[block];
  const $(real) cells = ($(real))n, last = cells - $(real(1));
  const $(real) x = (bx - ($(real))bi)*cells, y = (by - ($(real))bj)*cells;
  const int i = (int)(x < last ? x : last), j = (int)(y < last ? y : last);
  p->cells = $(factor(blocks/2))cells;
  p->row = 3*(n + 1);
  p->node = $(name)_nodes + 3*($(name)_start[block] + i*(n + 1) + j);
