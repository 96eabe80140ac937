-- The flat sole of a humanoid: all wrenches that the sole can transmit without
-- slipping, tilting or turning, under any distribution of the pressure.
return cone {
  name          = "sole_wrench",
  mu            = 0.7,
  dimension     = 6,
  faces         = 4,
  approximation = "inner",
  f_max         = 800,
  patch         = rectangle { size = { 0.22, 0.09 }, at = { 0.03, 0 } },
}
