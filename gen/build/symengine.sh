#!/bin/sh
# symengine.sh FOLDER: builds SymEngine into FOLDER/symengine-VERSION-SUM. SymEngine
# comes inside the CRAN source package of the same name; only its upstream.tar
# is used. The folder is complete or does not exist. SUM is the checksum of this
# script: a change here builds the library again.
#
# All sources are one unit, of which the compiler keeps what these functions need:
# those that gen/algebra/sym.c calls. This takes a tenth of the code and
# an eighth of the processor's time.
set -eu
functions="basic_acos basic_add basic_asin basic_assign basic_atan basic_atan2 basic_cos
  basic_cosh basic_diff basic_eq basic_exp basic_free_heap basic_free_stack basic_free_symbols
  basic_get_args basic_get_type basic_has_symbol basic_hash basic_log basic_mul basic_new_heap
  basic_new_stack basic_parse basic_pow basic_sin basic_sinh basic_sqrt basic_str
  basic_str_free basic_subs basic_tan basic_tanh integer_set_str mapbasicbasic_free
  mapbasicbasic_insert mapbasicbasic_new mapbasicbasic_size rational_set real_double_get_d
  real_double_set_d setbasic_free setbasic_get setbasic_new setbasic_size symbol_set
  vecbasic_free vecbasic_get vecbasic_new vecbasic_size"
sum=$(cksum <"$0" | cut -d' ' -f1)
mkdir -p "$1"
work=$(mktemp -d "$1/symengine.XXXXXX")
trap 'rm -rf "$work"' EXIT
echo "bristle: fetching SymEngine (CRAN source package)"
cd "$work"
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
version=$(sed -n 's/^set *(SYMENGINE_\(MAJOR\|MINOR\|PATCH\)_VERSION *\([0-9]*\)).*/\2/p' \
  upstream/CMakeLists.txt | paste -sd.)
echo "bristle: building SymEngine $version (20 s on an idle core, some minutes on a busy one)"
cmake -S upstream -B build -Wno-dev -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
  -DBUILD_TESTS=OFF -DBUILD_BENCHMARKS=OFF -DWITH_MPFR=OFF \
  -DINTEGER_CLASS=gmp -DCMAKE_CXX_FLAGS=-w -DCMAKE_C_FLAGS=-w >cmake.log 2>&1 || { cat cmake.log >&2; exit 1; }

# Writes the unit: the parser first, whose tables of functions are ambiguous behind the
# headers of other files; without two parsers that nothing calls; then what stays.
{
  sources=$(sed -n '/^set(SRC$/,/^)/s/^ *\(.*\.cp*c*\)$/\1/p' upstream/symengine/CMakeLists.txt |
    grep -v 'sbml\|_old\.')
  for source in $(echo "$sources" | grep '^parser/') $(echo "$sources" | grep -v '^parser/') \
    mp_wrapper.cpp; do
    echo "#include \"symengine/$source\""
  done
  echo 'extern "C" {'
  for function in $functions; do
    echo "__attribute__((externally_visible)) extern decltype($function) $function;"
  done
  echo '}'
} >unit.cpp
mkdir -p prefix/lib prefix/include/symengine
cp upstream/symengine/cwrapper.h upstream/symengine/type_codes.inc \
  upstream/symengine/symengine_exception.h build/symengine/symengine_*.h prefix/include/symengine
cp upstream/LICENSE prefix
if ${CXX:-c++} -Dsymengine_EXPORTS -Ibuild -Iupstream \
  -isystem upstream/symengine/utilities/cereal/include \
  -isystem upstream/symengine/utilities/fast_float/include \
  -w -O1 -fPIC -fno-common -fwhole-program -c unit.cpp -o unit.o >unit.log 2>&1; then
  ${AR:-ar} rcs prefix/lib/libsymengine.a unit.o
else
  # A later SymEngine may not fit into one unit.
  echo "bristle: building SymEngine file by file, in two minutes on two idle cores"
  cmake --build build --parallel "$(nproc)" >build.log 2>&1 || { cat unit.log build.log >&2; exit 1; }
  cmake --install build >install.log 2>&1 || { cat install.log >&2; exit 1; }
fi
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
${CC:-cc} -Iprefix/include -c probe.c -o probe.o
${CXX:-c++} probe.o prefix/lib/libsymengine*.a $(ls prefix/lib/libteuchos*.a 2>/dev/null) -lgmp -o probe
./probe || { echo "bristle: the SymEngine that was built does not work" >&2; exit 1; }
to=$1/symengine-$version-$sum
if ! mv -T prefix "$to" 2>/dev/null; then
  [ -f "$to/lib/libsymengine.a" ] || { rm -rf "$to"; mv -T prefix "$to"; }
fi
echo "bristle: SymEngine $version is in $to"
