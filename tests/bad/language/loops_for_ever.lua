--! 3: the spec ran for more than 200 million instructions; does a loop never end?
local i = 0
while true do i = i + 1 end
