#!/bin/sh
# same-bits.sh BRISTLE FOLDER: hashes of the bits of 10^4 steps of each of twelve
# reproducible contacts, by several compilers and processors (under qemu). Fails
# unless all hashes of a contact are one.
set -eu
bristle=$1 folder=$2/same-bits steps=${STEPS:-10000}
rm -rf "$folder"
mkdir -p "$folder"
loose="-fno-math-errno -fno-trapping-math"
failed=0

# Prints the hash by one compiler. WORDS: the compiler with its flags, then how to run.
hash_by() { # SPEC RUNNER COMPILER FLAGS...
  spec=$1 runner=$2
  shift 2
  "$@" -I"$folder/$spec" -DHEADER="\"$spec.h\"" "-DPREFIX(x)=$spec""_##x" -DSTEPS="$steps" \
    tests/bench/bits.c "$folder/$spec/$spec.c" -lm -o "$folder/run" >"$folder/log" 2>&1 &&
    $runner "$folder/run" || { echo "fails: $(grep -m 1 error "$folder/log")"; }
}

same() { # SPEC OPTIONS...
  spec=$1
  shift
  "$bristle" emit "specs/contact/$spec.lua" -o "$folder/$spec" --set reproducible=true "$@" >"$folder/log"
  first=
  while read -r name runner words; do
    [ "$runner" = - ] && runner=
    got=$(hash_by "$spec" "$runner" $words)
    [ -n "$first" ] || { first=$got; echo "$spec $* $got"; }
    [ "$got" = "$first" ] || { echo "  $name: $got"; failed=1; }
  done <<EOF
gcc - gcc -std=c99 -O3 -march=native $loose -ffp-contract=off
gcc-O0 - gcc -std=c99 -O0
gcc-avx2 - gcc -std=gnu99 -O2 -march=haswell $loose -ffp-contract=off
clang - clang -std=c99 -O3 -march=native $loose -ffp-contract=off
clang-default - clang -std=c99 -O2 -march=native
tcc - tcc
i686 qemu-i386 i686-linux-gnu-gcc -std=c99 -O2 -msse2 -mfpmath=sse -static $loose -ffp-contract=off
aarch64 qemu-aarch64 aarch64-linux-gnu-gcc -std=c99 -O3 -static $loose -ffp-contract=off
riscv64 qemu-riscv64 riscv64-linux-gnu-gcc -std=c99 -O2 -static $loose -ffp-contract=off
s390x qemu-s390x s390x-linux-gnu-gcc -std=gnu99 -O2 -march=z13 -static $loose -ffp-contract=off
EOF
}

same square --set step=euler
same square --set step=exponential --set grid.1=9 --set grid.2=8
same finger_pad --set step=implicit --set grid.1=7 --set grid.2=7
same finger_pad --set real=float
same finger_pad --set friction.v_d=0.002 --set grid.1=11 --set grid.2=11
same few_bristles
same few_bristles --set real=float --set step=euler
same finger_pad --set model=reduced
same finger_pad --set model=reduced --set real=float --set limit_surface.interp=bilinear
same finger_pad --set model=ellipsoid --set step=implicit
same gradient_line --set step=exponential --set friction.gamma=1.5
same soft_fingertip --set step=exponential --set grid.1=11 --set grid.2=11
[ "$failed" = 0 ] && echo "the same bits everywhere"
exit "$failed"
