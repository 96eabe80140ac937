--! 2: a key is a table; keys are names, or whole numbers from 1 without gaps
return contact { name = "pad",
  [{}] = 1 }
