--! 2: a key must be a name or a whole number from 1 without gaps, got a table
return contact { name = "pad",
  [{}] = 1 }
