--! 2: os is not available in a spec: a spec runs closed and does not know the time
local t = os.time()
