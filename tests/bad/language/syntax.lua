--! 5: '}' expected (to close '{' at line 4) near 'size'
return contact {
  name = "pad",
  grid = { 5, 5 
  size = { 0.02, 0.02 },
}
