-- The Stribeck curve falls within micrometres per second: the slope of an exponential must end at 0, though it does not.
return contact { name = "it", model = "reduced", grid = { 3, 3 }, size = { 0.1, 0.1 }, pressure = rectangle { size = { 0.1, 0.1 } },
 friction = lugre { sigma0 = 1e5, sigma1 = 1e4, mu_c = 0.5, mu_s = 0.7, v_s = 1e-6 } , real = "float", step="exponential" }
