--! 2: table.move: more than 64 Mi elements, or not a whole number
table.move({}, 1, 1 << 60, 2)
