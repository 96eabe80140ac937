--! 8: contact has no key "colour"; the keys of contact are name, about, model, grid, size, pressure, friction, friction_map, anisotropy, limit_surface, bristles, fn_range, fn_nominal, step, unroll, real, reproducible, torsion, quadrature, body, stick, couple, scenario, functions, budget, tune
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  colour   = "red",
}
