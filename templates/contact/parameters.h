//@ if #tune > 0 then
 * By default, see $(NAME)_NTUNE; bounds of steps hold for all values of the tuning:
//@ end
 * sigma0 = $(plain(sigma0)) 1/m, sigma1 = $(plain(sigma1)) s/m, sigma2 = $(plain(sigma2)) s/m
 * mu_c = $(plain(mu_c)), mu_s = $(plain(mu_s))
//@ if has_stribeck then
 * v_s = $(plain(v_s)) m/s, gamma = $(plain(gamma))
//@ end
//@ if is_elastoplastic then
 * s_ba = $(plain(s_ba))
//@ end
//@ if has_fading then
 * v_d = $(plain(v_d)) m/s
//@ end
