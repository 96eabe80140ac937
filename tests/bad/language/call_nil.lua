--! 2: unknown name contcat; did you mean contact?
return contcat { name = "pad" }
