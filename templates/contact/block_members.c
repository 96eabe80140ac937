//@ -- The inside of a function that fills in members of *c.
//@ local function own(value) return shares_exp and (value:gsub(name .. "_exp%(", name .. "_exp_end(")) or value end
//@ for _, name in ipairs(members_read(block, slopes)) do
  const $(real) $(name) = c->$(name);
//@ end
//@ for _, line in ipairs(block.temporaries) do
  const $(real) $(line.name) = $(own(line.value));
//@ end
//@ for _, line in ipairs(block.outputs) do
  c->$(line.name) = $(own(line.value));
//@ end
