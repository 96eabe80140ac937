--! 2: dofile is not available in a spec: a spec is one file
dofile("other.lua")
