#!/bin/sh
# bench-arm.sh BRISTLE OUT: times the two-link arm as it is emitted against the
# same arm written by hand.
set -eu
mkdir -p "$2/bench"
"$1" emit specs/paper/arm_on_parabola.lua -o "$2/bench" >/dev/null
${CC:-cc} -std=c11 -O3 -march=native -fno-math-errno -fno-trapping-math \
  -ffp-contract=fast -I"$2/bench" -Itests tests/bench/arm.c \
  "$2/bench/arm_on_parabola.c" -lm -o "$2/bench/arm"
"$2/bench/arm"
