--! 2: table.sort needs a function as its order, got a table
table.sort({ 2, 1 }, {})
