# bristle: set-up, build, tests. Everything that is built lives under out/.
#
#   make            out/bin/bristle; in out/lib the library and the Lua module
#   make demo       the main example, from spec to pictures
#   make test       the whole test suite (SANITIZE=1: under ASan and UBSan;
#                   one program of it runs under the thread sanitizer anyhow)
#   make tables     certificates against a million twists each, three minutes
#   make bench-arm  a generated mechanism against one written by hand
#   make golden     rewrite what tests/golden/ has of emitted files
#   make deps       install what is missing, and nothing else
#   make install    into PREFIX (default /usr/local): the program, the library,
#                   the Lua module where lua5.4 looks, the specs
#   make format     clang-format over gen/, runtime/ and tests/
#   make clean      empty out/
# V=1 shows the commands.
# Every target installs what it lacks by itself; the second time that is quick.

PREFIX ?= /usr/local
CC ?= cc
AR ?= ar
SANITIZE ?=
BRISTLE_CACHE ?= $(or $(XDG_CACHE_HOME:%=%/bristle),$(HOME)/.cache/bristle)

Q := $(if $(V),,@)
B := out$(if $(SANITIZE),/$(if $(filter thread,$(SANITIZE)),thread,sanitize))
VERSION := $(shell sed -n 's/^ *return "\(.*\)";/\1/p' gen/base/version.c)

# ---- what the machine must have -------------------------------------------
DEB_BUILD := gcc g++ libc6-dev make pkg-config liblua5.4-dev libtcc-dev tcc \
  libgmp-dev libjansson-dev gnuplot-nox
DEB_SYMENGINE := r-base-core cmake ninja-build
DEB_TEST := libcriterion-dev libsundials-dev clang valgrind lua5.4 locales \
  coinor-libclp-dev python3
DEB_FORMAT := clang-format

# An installed SymEngine is used where SYMENGINE_PREFIX names one.
# Asked of the shell: make would remember that it was not there before.
symengine_lib = $(if $(SYMENGINE_PREFIX),$(SYMENGINE_PREFIX)/lib/libsymengine.a,$(shell \
  ls -d $(BRISTLE_CACHE)/symengine-[0-9]*/lib/libsymengine.a 2>/dev/null | sort -V | tail -n 1))

.PHONY: all demo test bench bench-arm install clean format deps deps-build \
  deps-test symengine golden tables accuracy body-cost

SONAME := libbristle.so.0
LUA_MODULE := $(B)/lib/lua/5.4/bristle.so

all: $(B)/bin/bristle $(B)/lib/libbristle.a $(B)/lib/$(SONAME) $(LUA_MODULE)

deps: deps-build deps-test

deps-build:
	@sh gen/build/packages.sh $(DEB_BUILD)
	@$(if $(symengine_lib),:,$(MAKE) --no-print-directory symengine)

deps-test:
	@sh gen/build/packages.sh $(DEB_TEST)

symengine:
	@sh gen/build/packages.sh $(DEB_BUILD) $(DEB_SYMENGINE)
	@sh gen/build/symengine.sh "$(abspath $(BRISTLE_CACHE))"

# ---- sources ----------------------------------------------------------------
# Every C file of a room belongs to it; tests/*.c that are no program by
# themselves are named.
GEN := $(filter-out gen/main.c gen/cli/%,$(wildcard gen/*.c gen/*/*.c gen/kinds/*/*.c gen/kinds/*/*/*.c))
LUA := $(wildcard gen/api/lua/*.c)
CLI := gen/main.c $(wildcard gen/cli/*.c)
RUNTIME := $(wildcard runtime/*.c runtime/reference/*.c runtime/reference/*/*.c)
EMBEDDED := gen/language/words.lua gen/emit/template.lua gen/api/lua/module.lua runtime/bristle_rt.h \
  runtime/kernel.h $(wildcard templates/*/*.* templates/*/*/*.*)
# A test file with a header of its own name is no program: others use it.
TEST_FILES := $(filter-out tests/golden/% tests/bench/% tests/api/plain/%, \
  $(wildcard tests/*/*.c))
TEST_SUPPORT := $(filter $(patsubst %.h,%.c,$(wildcard tests/*/*.h)),$(TEST_FILES))
TESTS := $(patsubst tests/%.c,%,$(filter-out $(TEST_SUPPORT),$(TEST_FILES)))

comma := ,

# ---- flags --------------------------------------------------------------------
# Members that an initialiser leaves out are zero: that is meant.
WARN := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
  -Wno-missing-field-initializers
SANITIZERS := $(if $(filter thread,$(SANITIZE)),thread,address$(comma)undefined)
OPT := $(if $(SANITIZE),-O1 -g -fsanitize=$(SANITIZERS) \
  -fno-sanitize-recover=all -fno-omit-frame-pointer,-O2 -g -fno-math-errno)
# Evaluated when a recipe runs: by then the packages are there.
PACKAGES = lua5.4 jansson
CPPFLAGS_ALL = -Igen -Iruntime -D_POSIX_C_SOURCE=200809L \
  $(shell pkg-config --cflags $(PACKAGES)) $(CPPFLAGS)
CFLAGS_ALL = -std=c11 $(OPT) $(WARN) -fPIC -MMD -MP $(CFLAGS)
SYMENGINE_CPPFLAGS = -I$(patsubst %/lib/libsymengine.a,%/include,$(symengine_lib))
LIBS = $(symengine_lib) -lgmp -ltcc $(shell pkg-config --libs $(PACKAGES)) \
  -lstdc++ -lm -lpthread -ldl
# The reference is what ratios are taken to: plain -O2, whatever OPT says.
RUNTIME_OPT := $(if $(SANITIZE),$(OPT),-O2 -g)
SUNDIALS_LIBS := -lsundials_cvode -lsundials_kinsol -lsundials_nvecserial \
  -lsundials_sunlinsolspgmr -lsundials_sunlinsoldense -lsundials_sunmatrixdense

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_OBJ := $(call obj,$(GEN) $(RUNTIME)) $(B)/obj/embedded.o
CLI_OBJ := $(call obj,$(CLI) $(LUA))
TEST_BIN := $(TESTS:%=$(B)/tests/%)

$(B)/obj/%.o: %.c | deps-build
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c $< -o $@

$(B)/obj/runtime/%.o: OPT := $(RUNTIME_OPT)
# What solvers call while no vectorising compiler has seen them.
$(B)/obj/runtime/kernel.o: OPT := $(if $(SANITIZE),$(OPT),-O3 -g \
  -fno-math-errno -fno-trapping-math -ffp-contract=fast)
$(B)/obj/gen/algebra/sym.o: CPPFLAGS += $(SYMENGINE_CPPFLAGS)

# Text files built into the program, as the list embedded_texts of
# gen/embedded.c: name, first and past the last byte.
$(B)/obj/embedded.s: $(EMBEDDED) Makefile
	@mkdir -p $(@D)
	@{ n=0; echo '.section .rodata'; for f in $(EMBEDDED); do \
	  printf 'n%d: .asciz "%s"\nt%d: .incbin "%s"\ne%d: .byte 0\n' \
	    $$n "$$(case $$f in templates/*) echo $${f#templates/};; *) basename $$f;; esac)" $$n $$f $$n; n=$$((n + 1)); done; \
	  echo '.section .data.rel.ro,"aw"'; echo '.balign 8'; \
	  echo '.global embedded_texts'; echo 'embedded_texts:'; i=0; \
	  while [ $$i -lt $$n ]; do echo ".quad n$$i, t$$i, e$$i"; i=$$((i + 1)); \
	  done; echo '.quad 0, 0, 0'; \
	  echo '.section .note.GNU-stack,"",@progbits'; } >$@

$(B)/obj/embedded.o: $(B)/obj/embedded.s | deps-build
	$(Q)$(CC) -c $< -o $@

$(B)/lib/libbristle.a: $(LIB_OBJ)
	@mkdir -p $(@D)
	@echo "  AR    $@"
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(B)/bin/bristle: $(CLI_OBJ) $(B)/lib/libbristle.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) $^ $(LIBS) $(LDFLAGS) -o $@

# ---- shared objects ------------------------------------------------------------
# Both take a copy of libtcc.a that they can hold (gen/api/shared/streams.c), and
# keep to themselves what they are made of. Compiled solvers and threads of
# theirs may be about when they are closed: they stay mapped.
$(B)/lib/tcc/libtcc.a: Makefile | deps-build
	@mkdir -p $(@D)
	$(Q)objcopy $(foreach v,stdout stderr environ,--redefine-sym $v=bristle_$v) \
	  "$$($(CC) -print-file-name=libtcc.a)" $@

SHARED_OBJ := $(LIB_OBJ) $(call obj,gen/api/shared/streams.c)
SHARED_LIBS = -L$(B)/lib/tcc $(filter-out $(1),$(LIBS)) $(LDFLAGS) \
  -Wl,--exclude-libs,ALL -Wl,-z,nodelete -Wl,--gc-sections

$(B)/lib/$(SONAME): $(SHARED_OBJ) $(B)/lib/tcc/libtcc.a gen/api/shared/library.map
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) -shared -Wl,-soname,$(SONAME) \
	  -Wl,--version-script=gen/api/shared/library.map $(filter %.o,$^) \
	  $(call SHARED_LIBS,) $(if $(SANITIZE),,-Wl$(comma)-z$(comma)defs) -o $@

# Without a Lua of its own: that is the one of the program that loads it.
$(LUA_MODULE): $(SHARED_OBJ) $(call obj,$(LUA)) $(B)/lib/tcc/libtcc.a \
  gen/api/shared/module.map
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) -shared -Wl,--version-script=gen/api/shared/module.map \
	  $(filter %.o,$^) $(call SHARED_LIBS,-llua%) -o $@

# ---- tests ----------------------------------------------------------------------
TEST_CPPFLAGS = -Itests -DTEST_DATA='"tests/data"' -DTEST_BAD='"tests/bad"' \
  -DTEST_PLAIN='"$(B)/plain"' -DTEST_THREAD='"out/thread/plain"' \
  -DTEST_MODULES='"$(B)/lib/lua/5.4"' \
  -DTEST_OUT='"$(B)/tests"' -DBRISTLE='"$(B)/bin/bristle"'

$(B)/obj/tests/%.o: CPPFLAGS += $(TEST_CPPFLAGS)
$(B)/obj/tests/%.o: tests/%.c | deps-build deps-test
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c $< -o $@

$(TEST_BIN): $(B)/tests/%: $(B)/obj/tests/%.o $(call obj,$(TEST_SUPPORT)) \
  $(B)/lib/libbristle.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) $^ $(LIBS) -lcriterion $(SUNDIALS_LIBS) $(LDFLAGS) -o $@

# Programs of their own, that a test runs.
PLAIN := $(patsubst tests/api/plain/%.c,$(B)/plain/%,$(wildcard tests/api/plain/*.c))

$(PLAIN): $(B)/plain/%: $(B)/obj/tests/api/plain/%.o $(B)/lib/libbristle.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) $^ $(LIBS) $(LDFLAGS) -o $@

.PHONY: plain
plain: $(PLAIN)

# One of them runs under the thread sanitizer whatever SANITIZE says.
.PHONY: plain-thread
plain-thread:
	@$(MAKE) --no-print-directory SANITIZE=thread plain

$(B)/tests/api/programs: | all plain $(B)/lib/whole/libbristle.a \
  $(if $(filter thread,$(SANITIZE)),,plain-thread)

test: deps-test all $(TEST_BIN)
	@unset MAKEFLAGS MAKELEVEL; sh tests/support/run.sh $(TEST_BIN)

# What the suite does with fewer maps and twists.
tables: $(B)/tests/limit/table
	TABLE_TWISTS=1000000 TABLE_MAPS=50 $(B)/tests/limit/table --timeout 3600 -j1 \
	  --filter 'table/@(certificate|chosen)*' --verbose=1

# The emitted files that tests compare with, byte for byte.
golden: $(B)/bin/bristle
	$(B)/bin/bristle emit tests/golden/double_loop.lua \
	  tests/golden/float_full.lua tests/golden/tall_slider.lua -o tests/golden

# ---- the rest ---------------------------------------------------------------------
DEMO := specs/contact/finger_pad.lua
DEMO_SIM := specs/paper/slip_case2_circle.lua

demo: $(B)/bin/bristle
	$(B)/bin/bristle check $(DEMO)
	$(B)/bin/bristle emit $(DEMO) -o out/demo --example
	$(B)/bin/bristle verify $(DEMO) out/demo/finger_pad.c
	$(MAKE) --no-print-directory -C out/demo -s
	out/demo/finger_pad
	$(B)/bin/bristle plot $(DEMO) -o out/demo
	$(B)/bin/bristle sim $(DEMO_SIM) -o out/demo/slip_stick.csv \
	  --plot out/demo/slip_stick.png

# Ratios to the reference within one run; what the README quotes.
BENCH := specs/contact/square.lua specs/contact/finger_pad.lua specs/contact/gradient_line.lua
bench: $(B)/bin/bristle
	@for s in $(BENCH); do for step in euler exponential; do \
	  echo "step = \"$$step\""; $(B)/bin/bristle bench $$s --set step=$$step || exit 1; \
	  done; done

# The README's pictures of errors against times, and of times against cells.
accuracy: $(B)/bin/bristle
	$(B)/bin/bristle run specs/scripts/accuracy.lua \
	  specs/paper/slip_case2_circle.lua specs/pictures/accuracy.svg
	sed -i -e 's/ *$$//' -e '$${/^$$/d}' specs/pictures/accuracy.svg

body-cost: $(B)/bin/bristle
	$(B)/bin/bristle run specs/scripts/body_cost.lua specs/pictures/body_cost.svg
	sed -i -e 's/ *$$//' -e '$${/^$$/d}' specs/pictures/body_cost.svg

# The two-link arm as it is generated against the same written by hand.
bench-arm: $(B)/bin/bristle
	@mkdir -p $(B)/bench
	$(Q)$(B)/bin/bristle emit specs/paper/arm_on_parabola.lua -o $(B)/bench >/dev/null
	$(Q)$(CC) -std=c11 -O3 -march=native -fno-math-errno -fno-trapping-math \
	  -ffp-contract=fast -I$(B)/bench -Itests tests/bench/arm.c \
	  $(B)/bench/arm_on_parabola.c -lm -o $(B)/bench/arm
	$(B)/bench/arm

# The library as one archive that needs no SymEngine beside it.
$(B)/lib/whole/libbristle.a: $(B)/lib/libbristle.a
	@mkdir -p $(@D)
	@printf '%s\n' 'create $@' 'addlib $<' 'addlib $(symengine_lib)' \
	  $(patsubst %,'addlib %',$(wildcard $(dir $(symengine_lib))libteuchos*.a)) \
	  save end | $(AR) -M

TO = $(DESTDIR)$(PREFIX)
install: all $(B)/lib/whole/libbristle.a
	install -d $(TO)/bin $(TO)/lib/pkgconfig $(TO)/lib/lua/5.4 $(TO)/include \
	  $(TO)/share/bristle
	install -m 755 $(B)/bin/bristle $(TO)/bin/bristle
	install -m 644 $(B)/lib/whole/libbristle.a $(TO)/lib/libbristle.a
	install -m 755 $(B)/lib/$(SONAME) $(TO)/lib/$(SONAME)
	ln -sf $(SONAME) $(TO)/lib/libbristle.so
	install -m 755 $(LUA_MODULE) $(TO)/lib/lua/5.4/bristle.so
	install -m 644 gen/api/bristle.h runtime/bristle_rt.h runtime/integrate.h \
	  $(TO)/include
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' \
	  gen/api/shared/bristle.pc.in >$(TO)/lib/pkgconfig/bristle.pc
	cp -R specs $(TO)/share/bristle

format:
	@sh gen/build/packages.sh $(DEB_FORMAT)
	clang-format -i $$(git ls-files 'gen/*.[ch]' 'runtime/*.[ch]' 'tests/*.[ch]' ':!tests/golden')

clean:
	rm -rf out/*

-include $(shell find $(B)/obj -name "*.d" 2>/dev/null)
