 * Friction is anisotropic: $(plain(ratio)) across the axis at $(plain(angle)) rad for 1 along it. With the symmetric
 * S = [$(plain(stretch_xx, 6)) $(plain(stretch_xy, 6)); $(plain(stretch_xy, 6)) $(plain(stretch_yy, 6))], 1 along the axis, it is that of an isotropic contact on a
 * patch stretched by S^-1: all below holds there, r and u too, for
 *   (0) V'    = (S (vx, vy), $(plain(ratio))*w), (fx, fy, tau) = (S (fx', fy'), $(plain(ratio))*tau')
