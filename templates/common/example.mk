$(name): main.c $(name).c $(name).h
	$$(CC) -std=c99 -O3 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=fast $$(CPPFLAGS) main.c $(name).c $$(LDLIBS) -lm -o $$@
clean: ; rm -f $(name)
