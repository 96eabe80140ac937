#!/bin/sh
# bench.sh BRISTLE: times of a step beside the reference and the generic loop,
# each line within one run: for the specs that README quotes and two more sizes,
# in both steps and precisions, then for narrower vectors where the processor has
# the widest. ns, best; README quotes the table.
set -eu
bristle=$1
export BRISTLE_CACHE="${TMPDIR:-/tmp}/bristle-bench-$$"
trap 'rm -rf "$BRISTLE_CACHE"' EXIT

# The number of a key of the report, or a dash.
number() { echo "$report" | sed -n "/\"ns\": {/,/}/s/ *\"$1\": \([0-9.e+]*\).*/\1/p" | head -n 1; }
other() { echo "$report" | sed -n "s/^ *\"$1\": \([0-9.e+-]*\).*/\1/p" | head -n 1; }

line() { # TITLE SPEC OPTIONS...
  title=$1 spec=$2
  shift 2
  report=$("$bristle" bench "specs/contact/$spec.lua" --json "$@")
  batch=$(echo "$report" | sed -n '/"batch": {/,/}/s/ *"ns": \([0-9.e+]*\).*/\1/p')
  printf '%-38s %9.0f %9s %9s %9s %9.1f %7s %9s\n' "$title" "$(number reference)" \
    "$(number generic | cut -d. -f1)" "$(number tcc | cut -d. -f1)" \
    "$(number kernel | cut -d. -f1)" "$(number cc)" \
    "$(other of_generic | cut -c1-4)" "$(echo "$batch" | cut -c1-6)"
}

both() { # TITLE SPEC OPTIONS...
  name=$1
  shift
  for real in double float; do
    for step in euler exponential; do
      line "$name, $real, $step" "$@" --set "real=$real" --set "step=$step"
    done
  done
}

heading() { printf '%-38s %9s %9s %9s %9s %9s %7s %9s\n' "$1" reference generic tcc kernel cc "of gen." "in batch"; }

heading "ns a step, widest vectors"
both "square 21x21" square
both "disc 21x21" finger_pad
both "gradient line" gradient_line
both "square 5x5" square --set grid.1=5 --set grid.2=5
both "square 101x101" square --set grid.1=101 --set grid.2=101
for n in 8 16 24; do
  both "$n bristles" finger_pad --set model=compressed --set bristles=$n
done
both "reduced" finger_pad --set model=reduced
cc=${CC:-cc}
for narrow in -mno-avx512f -mno-avx; do
  grep -q "${narrow#-mno-}" /proc/cpuinfo 2>/dev/null || continue
  export CC="$cc $narrow"
  heading "ns a step, $narrow"
  both "square 21x21" square
  both "disc 21x21" finger_pad
done
