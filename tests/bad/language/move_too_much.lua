--! 2: the spec ran for more than 200 million instructions; does a loop never end?
for i = 1, 1e6 do table.move({}, 1, 4000000, 1) end
