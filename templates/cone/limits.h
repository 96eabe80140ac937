//@ if f_min > 0 and has_max then
 * $(plain(f_min)) N <= normal force <= $(plain(f_max)) N
//@ elseif f_min > 0 then
 * $(plain(f_min)) N <= normal force
//@ elseif has_max then
 * normal force <= $(plain(f_max)) N
//@ end
