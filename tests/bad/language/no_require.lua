--! 2: require is not available in a spec: a spec is one file
local m = require "math"
