# soak.mk: what runs for long, a part of the Makefile. `make test` has the same
# tests with fewer cases.

.PHONY: soak tables

soak: deps-test all $(TEST_BIN)
	@unset MAKEFLAGS MAKELEVEL; TEST_SOAK=1 TEST_TIMEOUT=20000 \
	  sh tests/support/run.sh $(TEST_BIN)

tables: $(B)/tests/limit/table
	TABLE_TWISTS=1000000 TABLE_MAPS=50 $< --timeout 20000 -j1 \
	  --filter 'table/@(certificate|chosen)*' --verbose=1
