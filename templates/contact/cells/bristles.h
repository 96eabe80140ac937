//@ if has_levels then
 * The bristles stand for $(map_cells) cells of the pressure map: at every fn they have its
 * moments of all degrees up to $(degree), and its mean distance from the middle of all levels.
 * Their limit surface errs by $(plain(limit_error)) of the largest force at most (torque over r;
 * the largest error that a search finds at the least, a middle and the largest fn).
//@ else
 * The bristles stand for $(map_cells) cells of the pressure map: they have its
 * moments of all degrees up to $(degree), its mean radius about the centre of pressure,
 * and its symmetry (the same under $(images) turns and mirrors, itself included). Their
 * limit surface errs by $(plain(limit_error)) of the largest force at most (torque over r;
 * the largest error that a search finds).
//@ end
//@ if has_motion_error then
 * In the spec's scenario they deviate from all cells by at most $(plain(motion_error)) of
 * the path and the angle turned (of a given twist: of the largest force and torque), by
 * $(plain(motion_end_error)) at the end.
//@ end
 * Where they are, m$(not has_levels and ", and their shares w" or "; their shares w are those of _cell"):
//@ for k = 1, cells do
 *  $(("%13.6e %13.6e"):format(x[k], y[k]) .. (has_levels and "" or ("  %.6e"):format(w[k])))
//@ end
 *
