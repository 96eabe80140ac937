//@ -- The inside of a function that fills in members of *c.
//@ for _, name in ipairs(members_read(block, slopes)) do
  const $(real) $(name) = c->$(name);
//@ end
//@ for _, line in ipairs(block.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ for _, line in ipairs(block.outputs) do
  c->$(line.name) = $(line.value);
//@ end
