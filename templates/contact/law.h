//@ if has_own_law then
 *   (2) g(s)  = the spec's own function of s
//@ elseif has_stribeck then
 *   (2) g(s)  = mu_c + (mu_s - mu_c)*exp(-(s/v_s)^gamma)
//@ else
 *   (2) g(s)  = mu_c
//@ end
