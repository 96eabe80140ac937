#!/bin/sh
# archive.sh OUT MAP OBJECTS.a LIBRARY.a...: the library as one archive of one
# object that needs none of the libraries beside it and defines only the symbols
# that MAP (a version script of ld) has as global. CC, AR and OBJCOPY are the
# tools.
#
# Groups of C++ code lose their names, so that a linker cannot drop a section
# that this object uses; unique symbols become weak, since objcopy makes only
# those local.
set -eu
out=$1 map=$2 objects=$3
shift 3
work=$(mktemp -d "$out.XXXXXX")
trap 'rm -rf "$work"' EXIT
$CC -r -nostdlib -Wl,--force-group-allocation -o "$work/bristle.o" \
  -Wl,--whole-archive "$objects" -Wl,--no-whole-archive "$@"
sed -n '/global:/,/local:/p' "$map" | sed 's/global://; /local:/d' |
  tr -s '; ' '\n' | sed '/^$/d' >"$work/global"
${OBJCOPY:-objcopy} --wildcard --weaken-symbol='_Z*' "$work/bristle.o"
${OBJCOPY:-objcopy} --wildcard --keep-global-symbols="$work/global" \
  "$work/bristle.o"
$AR rcs "$work/libbristle.a" "$work/bristle.o"
mv "$work/libbristle.a" "$out"
