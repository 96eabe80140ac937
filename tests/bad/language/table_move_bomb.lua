--! 2: table.move: from 1 to 1152921504606846976 is not a range of at most 4 Mi items
table.move({}, 1, 1 << 60, 2)
