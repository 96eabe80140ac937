-- One bristle holds a body of 5e-9 kg at a distance of 152 m: its turns have no digits.
return contact {
  name = "free_turn",
  model = "distributed",
  grid = { 1, 1 },
  size = { 100, 167.35 },
  pressure = map { { 0.16879 } },
  friction = lugre { sigma0 = 1.2791e+08, mu_c = 127.91, mu_s = 129.76, v_s = 2.4255e-05, gamma = 1.7, s_ba = 0.99 },
  real = "float",
  step = "euler",
  unroll = "full",
  body = { mass = 5.3223e-09, inertia = 4.8982e-06, com = { -57.727, -140.85 }, frame = "body" },
}
