--! 10: the spec ran for more than 10 million instructions; does a loop never end?
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0, mu_s = 1.2,
    stribeck = function(s) 
      while true do end
    end },
}
