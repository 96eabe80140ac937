--! 3: the spec ran for more than 200 million instructions; does a loop never end?
while true do
  pcall(function() while true do end end)
end
