# soak.mk: what runs for long, a part of the Makefile. `make test` has the same
# tests with fewer cases.

# Compilers for other processors: tests/emit/stack.c reads their figures.
DEB_SOAK := gcc-aarch64-linux-gnu gcc-arm-none-eabi libnewlib-arm-none-eabi

# Compilers and C libraries for the processors of same-bits.sh, and qemu.
DEB_BITS := clang tcc qemu-user gcc-i686-linux-gnu gcc-aarch64-linux-gnu \
  gcc-riscv64-linux-gnu gcc-s390x-linux-gnu libc6-dev-i386-cross \
  libc6-dev-arm64-cross libc6-dev-riscv64-cross libc6-dev-s390x-cross

.PHONY: soak tables same-bits

# STEPS: of each contact, 10000 by default
same-bits: $(B)/bin/bristle
	@sh gen/build/packages.sh $(DEB_BITS)
	@sh gen/build/same-bits.sh $< $(B)

soak: deps-test all $(TEST_BIN)
	@sh gen/build/packages.sh $(DEB_SOAK)
	@unset MAKEFLAGS MAKELEVEL; TEST_SOAK=1 TEST_TIMEOUT=20000 \
	  sh tests/support/run.sh $(TEST_BIN)

# What held leaves a file, so that a run which was ended goes on where it was:
# four parts, and the 300 random maps of potentials in twelve.
TABLES := table-certificate table-chosen potential-chosen \
  potential-certificate_holds_and_is_tight_for_every_shape
MAPS_EACH := 25
MAPS_FIRST := 0 25 50 75 100 125 150 175 200 225 250 275
table_run = @mkdir -p $(@D); TABLE_TWISTS=1000000 TABLE_MAPS=$(1) $(2) -j1 \
  --filter $(3) --verbose=1 >$@.log 2>&1 || { cat $@.log; exit 1; }; \
  grep -c ' proven ' $@.log | sed "s|^|$(@F): tables held |"; touch $@

tables: $(TABLES:%=$(B)/tables/%) $(MAPS_FIRST:%=$(B)/tables/maps-%)

$(B)/tables/table-%: $(B)/tests/limit/table
	$(call table_run,50,$<,'table/$**')

$(B)/tables/potential-%: $(B)/tests/limit/potential
	$(call table_run,0,$<,'potential/$**')

$(B)/tables/maps-%: $(B)/tests/limit/potential
	$(call table_run,$(MAPS_EACH),TABLE_FIRST=$* $<,\
	  'potential/certificate_holds_and_is_tight_for_random_maps')

# ---- fuzzers, tests/README.md ---------------------------------------------------
# Built by clang in out/fuzz: its libFuzzer calls them.
SECONDS ?= 60
COUNT ?= 100
FIRST ?= 1
FUZZ_CC ?= clang
DEB_FUZZ := clang libclang-rt-dev

.PHONY: fuzz fuzz-specs

$(B)/fuzz: $(call obj,$(wildcard tests/fuzz/main/*.c tests/fuzz/target/*.c)) \
  $(B)/obj/bristle.a
	$(link) -fsanitize=fuzzer $(LIBS) $(LDFLAGS) -o $@

fuzz:
	@sh gen/build/packages.sh $(DEB_FUZZ)
	@$(MAKE) --no-print-directory SANITIZE=fuzz CC="$(FUZZ_CC)" WARN=-w \
	  out/fuzz/fuzz
	@sh gen/build/fuzz.sh out/fuzz/fuzz out/fuzz $(SECONDS)

fuzz-specs: $(B)/bin/bristle
	@sh gen/build/fuzz-specs.sh $< out/fuzz/specs $(COUNT) $(FIRST) $(TUNE)

# ---- documents -------------------------------------------------------------------
.PHONY: documents gallery

# Puts what the commands print today into the documents.
documents: $(B)/bin/bristle
	@$< run tests/cli/documents.lua --write --long "$$PWD" README.md specs/README.md

gallery: $(B)/bin/bristle
	@PATH="$$PWD/$(B)/bin:$$PATH" bristle run specs/scripts/gallery.lua
