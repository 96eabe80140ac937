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
VERSION := 0.1.0

# ---- what the machine must have -------------------------------------------
DEB_BUILD := gcc g++ libc6-dev make pkg-config liblua5.4-dev libtcc-dev tcc \
  libgmp-dev libjansson-dev gnuplot-nox
DEB_SYMENGINE := r-base-core cmake ninja-build
DEB_TEST := libcriterion-dev libsundials-dev clang valgrind lua5.4 locales \
  coinor-libclp-dev python3
DEB_FORMAT := clang-format

# Installs those of its arguments that dpkg does not know as installed.
define NEED_DEBS
if ! command -v dpkg-query >/dev/null; then
  echo "bristle: no dpkg here; these Debian packages are expected: $$*"
  exit 0
fi
have=$$(dpkg-query -W -f='$${db:Status-Status} $${Package}\n' "$$@" 2>/dev/null |
  sed -n 's/^installed //p')
missing=
for p in "$$@"; do
  case " $$(echo $$have) " in *" $$p "*) ;; *) missing="$$missing $$p" ;; esac
done
[ -n "$$missing" ] || exit 0
echo "bristle: installing$$missing"
sudo=
[ "$$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$$sudo apt-get update -qq
$$sudo apt-get install -y -qq --no-install-recommends $$missing
endef

# SymEngine comes inside the CRAN source package of the same name; only its
# upstream.tar is used. $$1: the cache directory.
define BUILD_SYMENGINE
mkdir -p "$$1"
work=$$(mktemp -d "$$1/symengine.XXXXXX")
trap 'rm -rf "$$work"' EXIT
echo "bristle: fetching SymEngine (CRAN source package)"
cd "$$work"
if ! Rscript -e 'options(timeout = 300)
  if (any(getOption("repos") == "@CRAN@"))
    chooseCRANmirror(ind = 1, local.only = TRUE)
  download.packages("symengine", ".", type = "source", quiet = TRUE)' >fetch.log 2>&1 ||
  ! ls symengine_*.tar.gz >/dev/null 2>&1; then
  cat fetch.log >&2
  echo "bristle: SymEngine could not be fetched; set SYMENGINE_PREFIX to use an installed one" >&2
  exit 1
fi
tar xzf symengine_*.tar.gz symengine/src/upstream.tar
tar xf symengine/src/upstream.tar
version=$$(sed -n 's/^set *(SYMENGINE_\(MAJOR\|MINOR\|PATCH\)_VERSION *\([0-9]*\)).*/\2/p' \
  upstream/CMakeLists.txt | paste -sd.)
echo "bristle: building SymEngine $$version (about 4 minutes on two cores)"
cmake -S upstream -B build -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="$$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
  -DBUILD_TESTS=OFF -DBUILD_BENCHMARKS=OFF -DWITH_MPFR=OFF \
  -DINTEGER_CLASS=gmp -DCMAKE_CXX_FLAGS=-w -DCMAKE_C_FLAGS=-w >cmake.log 2>&1 || { cat cmake.log >&2; exit 1; }
cmake --build build
cmake --install build >install.log 2>&1 || { cat install.log >&2; exit 1; }
cat >probe.c <<'EOF'
#include <symengine/cwrapper.h>
double unif_rand(void) { return 0.5; }
int main(void)
{
  basic x, y;
  basic_new_stack(x);
  basic_new_stack(y);
  int bad = symbol_set(x, "x") || basic_sin(y, x) || basic_diff(y, y, x);
  char *s = basic_str(y);
  bad = bad || s[0] != 'c';
  basic_str_free(s);
  basic_free_stack(x);
  basic_free_stack(y);
  return bad;
}
EOF
$${CC:-cc} -Iprefix/include -c probe.c -o probe.o
$${CXX:-c++} probe.o prefix/lib/libsymengine*.a $$(ls prefix/lib/libteuchos*.a 2>/dev/null) -lgmp -o probe
./probe || { echo "bristle: the SymEngine that was built does not work" >&2; exit 1; }
if ! mv -T prefix "$$1/symengine-$$version" 2>/dev/null; then
  [ -f "$$1/symengine-$$version/lib/libsymengine.a" ] ||
    { rm -rf "$$1/symengine-$$version"; mv -T prefix "$$1/symengine-$$version"; }
fi
echo "bristle: SymEngine $$version is in $$1"
endef
export NEED_DEBS BUILD_SYMENGINE

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
	@sh -euc "$$NEED_DEBS" need $(DEB_BUILD)
	@$(if $(symengine_lib),:,$(MAKE) --no-print-directory symengine)

deps-test:
	@sh -euc "$$NEED_DEBS" need $(DEB_TEST)

symengine:
	@sh -euc "$$NEED_DEBS" need $(DEB_BUILD) $(DEB_SYMENGINE)
	@sh -euc "$$BUILD_SYMENGINE" build "$(abspath $(BRISTLE_CACHE))"

# ---- sources ----------------------------------------------------------------
# Every C file of a room belongs to it; tests/*.c that are no program by
# themselves are named.
GEN := $(filter-out gen/main.c,$(wildcard gen/*.c)) $(wildcard gen/kinds/*.c)
LUA := $(wildcard gen/lua/*.c)
CLI := gen/main.c $(wildcard gen/cli/*.c)
RUNTIME := $(wildcard runtime/*.c runtime/reference/*.c)
EMBEDDED := gen/dsl.lua gen/template.lua gen/lua/module.lua runtime/bristle_rt.h \
  runtime/kernel.h $(wildcard templates/*)
TEST_SUPPORT := $(addprefix tests/,support.c loading.c compiling.c gold.c bodies.c \
  emitting.c verifying.c sliding.c machine.c pressing.c \
  arm_track.c authors.c)
TESTS := $(patsubst tests/%.c,%,$(filter-out $(TEST_SUPPORT),$(wildcard tests/*.c)))

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
$(B)/obj/gen/sym.o: CPPFLAGS += $(SYMENGINE_CPPFLAGS)

# Text files built into the program, as the list embedded_texts of
# gen/embedded.c: name, first and past the last byte.
$(B)/obj/embedded.s: $(EMBEDDED) Makefile
	@mkdir -p $(@D)
	@{ n=0; echo '.section .rodata'; for f in $(EMBEDDED); do \
	  printf 'n%d: .asciz "%s"\nt%d: .incbin "%s"\ne%d: .byte 0\n' \
	    $$n $$(basename $$f) $$n $$f $$n; n=$$((n + 1)); done; \
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
# Both take a copy of libtcc.a that they can hold (gen/shared/streams.c), and
# keep to themselves what they are made of. Compiled solvers and threads of
# theirs may be about when they are closed: they stay mapped.
$(B)/lib/tcc/libtcc.a: Makefile | deps-build
	@mkdir -p $(@D)
	$(Q)objcopy $(foreach v,stdout stderr environ,--redefine-sym $v=bristle_$v) \
	  "$$($(CC) -print-file-name=libtcc.a)" $@

SHARED_OBJ := $(LIB_OBJ) $(call obj,gen/shared/streams.c)
SHARED_LIBS = -L$(B)/lib/tcc $(filter-out $(1),$(LIBS)) $(LDFLAGS) \
  -Wl,--exclude-libs,ALL -Wl,-z,nodelete -Wl,--gc-sections

$(B)/lib/$(SONAME): $(SHARED_OBJ) $(B)/lib/tcc/libtcc.a gen/shared/library.map
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) -shared -Wl,-soname,$(SONAME) \
	  -Wl,--version-script=gen/shared/library.map $(filter %.o,$^) \
	  $(call SHARED_LIBS,) $(if $(SANITIZE),,-Wl$(comma)-z$(comma)defs) -o $@

# Without a Lua of its own: that is the one of the program that loads it.
$(LUA_MODULE): $(SHARED_OBJ) $(call obj,$(LUA)) $(B)/lib/tcc/libtcc.a \
  gen/shared/module.map
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) -shared -Wl,--version-script=gen/shared/module.map \
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
PLAIN := $(patsubst tests/plain/%.c,$(B)/plain/%,$(wildcard tests/plain/*.c))

$(PLAIN): $(B)/plain/%: $(B)/obj/tests/plain/%.o $(B)/lib/libbristle.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(OPT) $^ $(LIBS) $(LDFLAGS) -o $@

.PHONY: plain
plain: $(PLAIN)

# One of them runs under the thread sanitizer whatever SANITIZE says.
.PHONY: plain-thread
plain-thread:
	@$(MAKE) --no-print-directory SANITIZE=thread plain

$(B)/tests/programs: | all plain $(B)/lib/whole/libbristle.a \
  $(if $(filter thread,$(SANITIZE)),,plain-thread)

test: deps-test all $(TEST_BIN)
	@unset MAKEFLAGS MAKELEVEL; sh tests/run.sh $(TEST_BIN)

# What the suite does with fewer maps and twists.
tables: $(B)/tests/table
	TABLE_TWISTS=1000000 TABLE_MAPS=50 $(B)/tests/table --timeout 3600 -j1 \
	  --filter 'table/@(certificate|chosen)*' --verbose=1

# The emitted files that tests compare with, byte for byte.
golden: $(B)/bin/bristle
	$(B)/bin/bristle emit tests/golden/double_loop.lua \
	  tests/golden/float_full.lua tests/golden/tall_slider.lua -o tests/golden

# ---- the rest ---------------------------------------------------------------------
DEMO := specs/finger_pad.lua
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
BENCH := specs/square.lua specs/finger_pad.lua specs/gradient_line.lua
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
	  -ffp-contract=fast -I$(B)/bench tests/bench/arm.c \
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
	install -m 644 gen/bristle.h runtime/bristle_rt.h runtime/integrate.h \
	  $(TO)/include
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' \
	  gen/shared/bristle.pc.in >$(TO)/lib/pkgconfig/bristle.pc
	cp -R specs $(TO)/share/bristle

format:
	@sh -euc "$$NEED_DEBS" need $(DEB_FORMAT)
	clang-format -i $$(git ls-files 'gen/*.[ch]' 'runtime/*.[ch]' 'tests/*.[ch]' ':!tests/golden')

clean:
	rm -rf out/*

-include $(wildcard $(B)/obj/*.d $(B)/obj/*/*.d $(B)/obj/*/*/*.d)
