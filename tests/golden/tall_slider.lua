-- Golden: a slider with all that one can have: height, a tilt, et != eo.
return slider {
  name      = "tall_slider",
  about     = "A crate on a slope, kept to show what is emitted.",
  mass      = 2,
  inertia   = 0.01,
  height    = 0.05,
  mu        = 0.5,
  ellipsoid = { et = 1, eo = 0.75, er = 0.0625 },
  gravity   = { 0.5, -0.25, 9.75 },
  patch     = polygon { { -0.1, -0.1 }, { 0.1, -0.1 }, { 0.1, 0.05 }, { 0, 0.1 } },
}
