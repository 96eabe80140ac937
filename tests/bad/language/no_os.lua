--! 2: os is not available in a spec: a spec does not depend on the time or the system
local t = os.time()
