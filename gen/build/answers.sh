#!/bin/sh
# answers.sh BRISTLE OUT: bristle and the engines that are installed against the exact
# answers of specs/answers. Fails if a number of bristle is not within its bound;
# what engines make of their own friction is only told.
set -eu
answers=specs/answers
out=$2/answers
mkdir -p "$out"
"$1" run $answers/bristle.lua >"$out/bristle.csv"
lua5.4 $answers/judge.lua bristle <"$out/bristle.csv"
for source in $answers/*.c; do
  engine=$(basename "$source" .c)
  case $engine in
    mujoco) libraries="-lmujoco" ;;
    ode) libraries="-DdDOUBLE -lode -lstdc++ -lpthread" ;;
    *) libraries= ;;
  esac
  if ${CC:-cc} -O2 "$source" -o "$out/$engine" $libraries -lm 2>"$out/$engine.log"; then
    "$out/$engine" "$out" >"$out/$engine.csv" 2>/dev/null
    echo
    lua5.4 $answers/judge.lua "$engine" <"$out/$engine.csv" || true
  else
    echo "$engine is not installed"
  fi
done
rm -f MUJOCO_LOG.TXT
