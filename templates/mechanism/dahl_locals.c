  const $(real) fc = $(name)_limit(o);
//@ if has_power then
//@ for k = 0, d - 1 do
  $(real) i$(k), bend$(k);
  const $(real) h$(k) = $(name)_power(w$(k), w$(k) - s*z$(k)/fc, &i$(k), &bend$(k));
//@ end
//@ end
