--! 2: io is not available in a spec: a spec runs closed
local f = io.open("pad.txt")
