--! 2: math.randomseed needs a number: a spec must not depend on the time
math.randomseed()
