  const $(real) fc = $(name)_limit(o);
//@ if has_power then
//@ for k = 0, d - 1 do
  $(real) i$(k), j$(k), bend$(k);
  const $(real) h$(k) = $(name)_power(w$(k), s, w$(k) - s*z$(k)/fc, &i$(k), &j$(k), &bend$(k));
//@ end
//@ end
