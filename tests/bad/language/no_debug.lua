--! 2: debug is not available in a spec: a spec runs in a closed state
debug.sethook()
