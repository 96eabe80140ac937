--! 3: the spec raised an error that is not a text

error { code = 7 }
