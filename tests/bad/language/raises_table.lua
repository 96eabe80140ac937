--! 3: an error that is not a text was raised

error { code = 7 }
