--! 2: io is not available in a spec: a spec cannot read or write files
local f = io.open("pad.txt")
