set border lc rgb '#555555'; set tics out nomirror
