# deps.mk: what the machine must have, a part of the Makefile.

DEB_BUILD := gcc g++ libc6-dev make pkg-config liblua5.4-dev libtcc-dev tcc \
  libgmp-dev libjansson-dev libcminpack-dev gnuplot-nox
DEB_SYMENGINE := r-base-core cmake
DEB_TEST := libcriterion-dev clang valgrind lua5.4 locales coinor-libclp-dev \
  python3 unzip libxml2-utils

symengine_sum := $(firstword $(shell cksum <gen/build/symengine.sh))
# SYMENGINE_PREFIX names an installed SymEngine. The shell looks for the other
# one each time: make would remember that it was not there before.
symengine_lib = $(if $(SYMENGINE_PREFIX),$(SYMENGINE_PREFIX)/lib/libsymengine.a,$(shell \
  ls -d $(BRISTLE_CACHE)/symengine-[0-9]*-$(symengine_sum)/lib/libsymengine.a 2>/dev/null | sort -V | tail -n 1))
symengine_libs = $(symengine_lib) \
  $(wildcard $(dir $(symengine_lib))libteuchos*.a)

deps: deps-build deps-test

deps-build:
	@sh gen/build/packages.sh $(DEB_BUILD)
	@$(if $(symengine_lib),:,$(MAKE) --no-print-directory symengine)

deps-test:
	@sh gen/build/packages.sh $(DEB_TEST)
	@sh gen/build/sundials.sh "$(abspath $(BRISTLE_CACHE))"

symengine:
	@sh gen/build/packages.sh $(DEB_BUILD) $(DEB_SYMENGINE)
	@sh gen/build/symengine.sh "$(abspath $(BRISTLE_CACHE))"
