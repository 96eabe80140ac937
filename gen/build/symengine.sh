#!/bin/sh
# symengine.sh FOLDER: builds SymEngine into FOLDER/symengine-VERSION. SymEngine
# comes inside the CRAN source package of the same name; only its upstream.tar
# is used. The folder is complete or does not exist.
set -eu
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
echo "bristle: building SymEngine $version (80 s on two idle cores, some minutes on busy ones)"
cmake -S upstream -B build -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
  -DBUILD_TESTS=OFF -DBUILD_BENCHMARKS=OFF -DWITH_MPFR=OFF \
  -DINTEGER_CLASS=gmp -DCMAKE_CXX_FLAGS=-w -DCMAKE_C_FLAGS=-w >cmake.log 2>&1 || { cat cmake.log >&2; exit 1; }
cmake --build build >build.log 2>&1 || { cat build.log >&2; exit 1; }
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
${CC:-cc} -Iprefix/include -c probe.c -o probe.o
${CXX:-c++} probe.o prefix/lib/libsymengine*.a $(ls prefix/lib/libteuchos*.a 2>/dev/null) -lgmp -o probe
./probe || { echo "bristle: the SymEngine that was built does not work" >&2; exit 1; }
if ! mv -T prefix "$1/symengine-$version" 2>/dev/null; then
  [ -f "$1/symengine-$version/lib/libsymengine.a" ] ||
    { rm -rf "$1/symengine-$version"; mv -T prefix "$1/symengine-$version"; }
fi
echo "bristle: SymEngine $version is in $1"
