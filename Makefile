# bristle: what is built, and from what. Everything that is built lies in out/.
#
#   make            out/bin/bristle; in out/lib the libraries and the Lua module
#   make demo       the main example, from spec to pictures
#   make test       all tests (SANITIZE=1: under ASan and UBSan; one of its
#                   programs always runs under the thread sanitizer)
#   make soak       all tests with all of their cases, twenty minutes
#   make fuzz       each fuzzer for SECONDS=60; fuzz-specs: COUNT=100 specs
#   make tables     certificates against a million twists each, an hour; goes
#                   on where it was ended, make -j2 tables on two cores
#   make firmware   emitted solvers on boards and other processors, under QEMU; TEST="m4f s390x"
#   make prove      Frama-C on emitted solvers, QUICK=1 on a few; TEST="pad*"
#   make rules      MISRA C:2012 and analysers on emitted files
#   make cluster    sweeps by a real Slurm and mpirun on this machine
#   make python     a wheel of the Python package, in out/python
#   make faces      the tests of faces with Octave, node and Chromium
#   make bench      times of steps as ratios to the reference
#   make bench-arm  a generated mechanism against one written by hand
#   make bench-surface  whole steps with each way to store a limit surface
#   make creep      a gripped box and a puck in MuJoCo, ODE and Bullet
#   make answers    exact answers of specs/answers: bristle and three engines
#   make paper      the papers' figures and tables on one page, out/paper, with
#                   their tolerances, ten minutes (FIG=9: one figure)
#   make accuracy, body-cost, gallery   the pictures of README and specs/
#   make documents  put what commands print into README.md and specs/README.md
#   make golden     rewrite the emitted files of tests/golden/
#   make deps       install the packages and SymEngine, if missing
#   make deb        Debian packages in out/deb, checked by lintian
#   make install    copy what `make` has built to PREFIX (/usr/local): the
#                   program, its manual, the libraries, the headers, the Lua
#                   module, specs
#   make uninstall  remove these again
#   make format     clang-format over gen/, runtime/ and tests/
#   make clean      empty out/
#   make help       this list
# V=1 shows the commands. Targets that build install what they lack.

PREFIX ?= /usr/local
CC ?= cc
AR ?= ar
SANITIZE ?=
BRISTLE_CACHE ?= $(or $(XDG_CACHE_HOME:%=%/bristle),$(HOME)/.cache/bristle)

Q := $(if $(V),,@)
B := out$(if $(SANITIZE),/$(or $(filter thread fuzz,$(SANITIZE)),sanitize))
include gen/build/manual.mk
SONAME := libbristle.so.$(firstword $(subst ., ,$(VERSION)))

.PHONY: all help demo test plain plain-thread bench bench-arm bench-surface creep answers paper accuracy \
  body-cost firmware prove rules golden install uninstall format clean deps deps-build deps-test \
  symengine FORCE

all: $(B)/bin/bristle $(B)/lib/libbristle.a $(B)/lib/$(SONAME) \
  $(B)/lib/lua/5.4/bristle.so $(B)/share/zsh/site-functions/_bristle

help:
	@sed -n 's/^#   //p' Makefile

include gen/build/deps.mk

# ---- sources ------------------------------------------------------------------
# Every C file of a room belongs to it.
GEN := $(filter-out gen/main.c gen/cli/% gen/emit/precompile.c,$(wildcard gen/*.c gen/*/*.c gen/kinds/*/*.c gen/kinds/*/*/*.c))
LUA := $(wildcard gen/api/lua/*.c)
CLI := gen/main.c $(wildcard gen/cli/*.c)
RUNTIME := $(wildcard runtime/*.c runtime/reference/*.c runtime/reference/*/*.c)
EMBEDDED := gen/language/words.lua gen/language/canary.lua $(wildcard gen/emit/*.lua) gen/api/lua/module.lua \
  runtime/bristle_rt.h runtime/kernel.h tests/bench/generic.c \
  $(wildcard templates/*/*.* templates/*/*/*.* gen/kinds/*/start.lua)
# A test file with a header of its own name is no program: others use it.
TEST_FILES := $(filter-out tests/golden/% tests/bench/% tests/firmware/%,$(wildcard tests/*/*.c))
TEST_SUPPORT := $(filter $(patsubst %.h,%.c,$(wildcard tests/*/*.h)),$(TEST_FILES)) \
  $(wildcard tests/fuzz/target/*.c)
TESTS := $(filter-out $(TEST_SUPPORT),$(TEST_FILES))
PLAIN := $(wildcard tests/api/plain/*.c)

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_OBJ := $(call obj,$(GEN) $(RUNTIME)) $(B)/obj/embedded.o
SHARED_OBJ := $(LIB_OBJ) $(call obj,gen/api/shared/streams.c)
TEST_BIN := $(patsubst %.c,$(B)/%,$(TESTS))
PLAIN_BIN := $(patsubst tests/api/plain/%.c,$(B)/plain/%,$(PLAIN))

# ---- flags ----------------------------------------------------------------------
comma := ,
# Members that an initialiser leaves out are zero: that is meant.
WARN := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
  -Wno-missing-field-initializers
SANITIZERS := $(or $(filter thread,$(SANITIZE)),address$(comma)undefined$(if $(filter fuzz,$(SANITIZE)),$(comma)fuzzer-no-link))
OPT := $(if $(SANITIZE),-O1 -g -fsanitize=$(SANITIZERS) \
  -fno-sanitize-recover=all -fno-omit-frame-pointer,-O2 -g -fno-math-errno)
# The reference is what ratios are taken to: plain -O2, whatever OPT says. The
# kernel is what solvers call before a vectorising compiler has seen them.
RUNTIME_OPT := $(if $(SANITIZE),$(OPT),-O2 -g)
KERNEL_OPT := $(if $(SANITIZE),$(OPT),-O3 -g -fno-math-errno \
  -fno-trapping-math -ffp-contract=fast)
# Evaluated when a recipe runs: by then the packages are there.
PACKAGES = lua5.4 jansson cminpack
CPPFLAGS_ALL = -Igen -Iruntime -D_POSIX_C_SOURCE=200809L \
  $(shell pkg-config --cflags $(PACKAGES)) $(CPPFLAGS)
CFLAGS_ALL = -std=c11 $(OPT) $(WARN) -fPIC -MMD -MP $(CFLAGS)
LIBS = $(symengine_libs) -lgmp -ltcc $(shell pkg-config --libs $(PACKAGES)) \
  -lstdc++ -lm -lpthread -ldl
SUNDIALS = $(shell ls $(abspath $(BRISTLE_CACHE))/sundials/lib/*.a)
TEST_CPPFLAGS = -Itests -isystem $(abspath $(BRISTLE_CACHE))/sundials/include \
  -DTEST_DATA='"tests/data"' -DTEST_BAD='"tests/bad"' \
  -DTEST_PLAIN='"$(B)/plain"' -DTEST_THREAD='"out/thread/plain"' \
  -DTEST_MODULES='"$(B)/lib/lua/5.4"' \
  -DTEST_OUT='"$(B)/tests"' -DBRISTLE='"$(B)/bin/bristle"'

# ---- objects ----------------------------------------------------------------------
# An object depends on its source, the headers that the compiler saw, and flags;
# an archive or a shared object on its list of parts.
define compile
@mkdir -p $(@D)
@echo "  CC    $<"
$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c $< -o $@
endef

define link
@mkdir -p $(@D)
@echo "  LINK  $@"
$(Q)$(CC) $(OPT) $(filter %.o %.a,$^)
endef

$(B)/obj/flags: FORCE | deps-build
	@sh gen/build/changed.sh $@ "$(strip $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) \
	  $(RUNTIME_OPT) $(KERNEL_OPT) $(symengine_lib))"

$(B)/obj/parts: FORCE
	@sh gen/build/changed.sh $@ "$(LIB_OBJ) $(LUA) $(EMBEDDED)"

$(B)/obj/%.o: %.c $(B)/obj/flags
	$(compile)

$(B)/obj/tests/%.o: CPPFLAGS += $(TEST_CPPFLAGS)
$(B)/obj/tests/%.o: tests/%.c $(B)/obj/flags | deps-test
	$(compile)

$(B)/obj/runtime/%.o: OPT := $(RUNTIME_OPT)
$(B)/obj/runtime/kernel.o: OPT := $(KERNEL_OPT)
$(B)/obj/gen/algebra/sym.o: CPPFLAGS += \
  -I$(patsubst %/lib/libsymengine.a,%/include,$(symengine_lib))

$(B)/obj/precompile: $(call obj,gen/emit/precompile.c gen/emit/chunk.c)
	$(link) $(shell pkg-config --libs lua5.4) $(LDFLAGS) -o $@

$(B)/obj/embedded.s: $(EMBEDDED) gen/build/embed.sh $(B)/obj/parts \
  $(B)/obj/precompile
	@sh gen/build/embed.sh $(B)/obj/precompile $(B)/obj/compiled $(EMBEDDED) >$@

$(B)/obj/embedded.o: $(B)/obj/embedded.s $(B)/obj/flags
	$(Q)$(CC) -c $< -o $@

# All of the library with all of its symbols: for the program and for tests.
$(B)/obj/bristle.a: $(LIB_OBJ) $(B)/obj/parts
	@echo "  AR    $@"
	@rm -f $@
	$(Q)$(AR) rcs $@ $(LIB_OBJ)

# ---- program, libraries, Lua module -------------------------------------------------
$(B)/bin/bristle: $(call obj,$(CLI) $(LUA)) $(B)/obj/bristle.a
	$(link) $(LIBS) $(LDFLAGS) -o $@

# One archive with SymEngine in it and no symbols but its own.
$(B)/lib/libbristle.a: $(B)/obj/bristle.a gen/api/shared/library.map \
  gen/build/archive.sh
	@mkdir -p $(@D)
	@echo "  AR    $@"
	$(Q)CC="$(CC)" AR="$(AR)" sh gen/build/archive.sh $@ \
	  gen/api/shared/library.map $< $(symengine_libs)

# The shared objects take a copy of libtcc.a that they can hold
# (gen/api/shared/streams.c), and keep to themselves what they are made of. They
# stay mapped: compiled solvers and threads of theirs may be about when they are
# closed. The module has no Lua of its own: the program that loads it has one.
$(B)/lib/tcc/libtcc.a: $(B)/obj/flags
	@mkdir -p $(@D)
	$(Q)objcopy $(foreach v,stdout stderr environ,--redefine-sym $v=bristle_$v) \
	  "$$($(CC) -print-file-name=libtcc.a)" $@

SHARED_LIBS = -L$(B)/lib/tcc $(filter-out $(1),$(LIBS)) $(LDFLAGS) \
  -Wl,--exclude-libs,ALL -Wl,-z,nodelete -Wl,--gc-sections

$(B)/lib/$(SONAME): $(SHARED_OBJ) gen/api/shared/library.map \
  $(B)/obj/parts | $(B)/lib/tcc/libtcc.a
	$(link) -shared -Wl,-soname,$(SONAME) \
	  -Wl,--version-script=gen/api/shared/library.map $(call SHARED_LIBS,) \
	  $(if $(SANITIZE),,-Wl$(comma)-z$(comma)defs) -o $@

$(B)/lib/lua/5.4/bristle.so: $(SHARED_OBJ) $(call obj,$(LUA)) \
  gen/api/shared/module.map $(B)/obj/parts | $(B)/lib/tcc/libtcc.a
	$(link) -shared -Wl,--version-script=gen/api/shared/module.map \
	  $(call SHARED_LIBS,-llua%) -o $@

# ---- tests ----------------------------------------------------------------------------
$(TEST_BIN): $(B)/tests/%: $(B)/obj/tests/%.o $(call obj,$(TEST_SUPPORT)) \
  $(B)/obj/bristle.a
	$(link) -Wl,--start-group $(SUNDIALS) -Wl,--end-group $(LIBS) -lcriterion \
	  $(LDFLAGS) -o $@

# Programs of their own, that a test runs; one of them under the thread
# sanitizer whatever SANITIZE says.
$(PLAIN_BIN): $(B)/plain/%: $(B)/obj/tests/api/plain/%.o $(B)/obj/bristle.a
	$(link) $(LIBS) $(LDFLAGS) -o $@

plain: $(PLAIN_BIN)

plain-thread:
	@$(MAKE) --no-print-directory SANITIZE=thread plain

$(B)/tests/api/programs $(B)/tests/api/install: | all plain \
  $(if $(filter thread,$(SANITIZE)),,plain-thread)

test: deps-test all $(TEST_BIN)
	@unset MAKEFLAGS MAKELEVEL; sh tests/support/run.sh $(TEST_BIN)

include gen/build/soak.mk gen/build/cluster.mk gen/build/python.mk \
  gen/build/faces.mk gen/build/deb.mk

golden: $(B)/bin/bristle
	$< emit $(wildcard tests/golden/*.lua) -o tests/golden

# ---- demonstrations and times -----------------------------------------------------------
demo bench bench-arm bench-surface creep answers accuracy body-cost firmware prove rules: $(B)/bin/bristle
	@CC="$(CC)" sh gen/build/$@.sh $< $(B) $(TEST)

paper: $(B)/bin/bristle
	@sh gen/build/packages.sh gnuplot-nox
	@$< run specs/paper/figures/main.lua out/paper $(FIG)

# ---- installation ---------------------------------------------------------------------
# No prerequisites: `sudo make install` must neither build nor leave root's files.
install:
	@sh gen/build/install.sh $(B) $(PREFIX) $(VERSION)

uninstall:
	@sh gen/build/install.sh -u $(B) $(PREFIX) $(VERSION)

format:
	@sh gen/build/packages.sh clang-format
	clang-format -i $$(git ls-files 'gen/*.[ch]' 'runtime/*.[ch]' 'tests/*.[ch]' ':!tests/golden')

clean:
	rm -rf out/*

-include $(shell find $(B)/obj -name "*.d" 2>/dev/null)
