//@ for i = 1, levels do
//@ local cx, cy, r, u = table.unpack(level_figures, 4*i - 3, 4*i)
 *   fn = $(("%-10.6g"):format(level_fn[i])) CoP ($(plain(cx)), $(plain(cy))), r = $(plain(r)), u = $(plain(u))
//@ end
