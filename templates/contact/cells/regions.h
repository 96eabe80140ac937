 * Friction differs by region: the level g of a cell has the factor m of its place, from $(plain(least_factor))
 * to $(plain(most_factor)); zmax = m*g/sigma0, and limit surface and r count w*m.
