--! 1: contact takes a table: contact { ... }, got a number

return contact(3)
