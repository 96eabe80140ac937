-- A small geared servo that swings a pendulum. Its encoder has steps longer than the
-- whole breakaway, so that a fit takes the drive as given and compares the motion:
--   bristle fit specs/joint/servo.lua tests/data/servo_pendulum.csv --column drive=duty*supply
--     --for F_c,sigma2,mu_c,inertia,gain --use 1,2,7,8,10,11 --hold 4,5
return joint {
  name  = "servo",
  about = "A geared servo with a pendulum: friction grows with the torque that it carries.",
  unit  = "rotary",

  friction = lugre { F_c = 0.04, v_s = 0.2, sigma0 = 180, sigma1 = 0.09, sigma2 = 0.05, s_ba = 0.7 },
  load     = { mu_c = 0.2, largest = 0.5 },
  encoder  = 2*math.pi/4096,

  -- The load is |gravity*sin(q)|; the drive is in V, gain in N m/V.
  axis = { inertia = 0.0066, gravity = 0.4807, gain = 0.09 },

  scenario = {
    duration = 2, dt = 0.001, inertia = 0.0066, spring = 0.48,
    drive = function(t) return 0.4 * math.sin(2 * math.pi * t) end,
    load  = function(t) return 0.2 end,
  },
}
