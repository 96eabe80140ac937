  /* NaN and infinity, which a compiler may not assume away. */
  volatile $(real) none = $(real(0));
  const $(real) strange[2] = {none/none, $(real(1))/none};
