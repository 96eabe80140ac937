--! 2: debug is not available in a spec: a spec runs closed
debug.sethook()
