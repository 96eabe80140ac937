# For another processor: make CC=arm-none-eabi-gcc MARCH=-mcpu=cortex-m4
MARCH = $$(if $$(filter-out cc gcc clang,$$(CC)),,-march=native)
$(name): main.c $(name).c $(name).h
	$$(CC) -std=c99 -O3 $$(MARCH) -fno-math-errno -fno-trapping-math -ffp-contract=$(contraction) $$(CPPFLAGS) main.c $(name).c $$(LDLIBS) -lm -o $$@
clean: ; rm -f $(name)
