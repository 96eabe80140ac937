#!/bin/sh
# answers.sh BRISTLE OUT: bristle and the engines that are installed against the exact
# answers of specs/answers. Fails if a number of bristle is not within its bound;
# what engines make of their own friction is only told. OUT/answers/answers.svg draws
# them all, where gnuplot is installed.
set -eu
answers=specs/answers
out=$2/answers
mkdir -p "$out"
"$1" run $answers/bristle.lua >"$out/bristle.csv"
lua5.4 $answers/judge.lua bristle <"$out/bristle.csv"
told="$out/bristle.csv"
for source in $answers/*.c $answers/*.cpp; do
  name=$(basename "$source")
  engine=${name%.*}
  case $name in
    *.cpp) compiler=${CXX:-g++} ;;
    *) compiler=${CC:-cc} ;;
  esac
  case $engine in
    bullet) libraries=$(pkg-config --cflags --libs bullet 2>/dev/null || true) ;;
    mujoco) libraries="-lmujoco" ;;
    ode) libraries="-DdDOUBLE -lode -lstdc++ -lpthread" ;;
    *) libraries= ;;
  esac
  if $compiler -O2 "$source" -o "$out/$engine" $libraries -lm 2>"$out/$engine.log"; then
    "$out/$engine" "$out" >"$out/$engine.csv" 2>/dev/null
    echo
    lua5.4 $answers/judge.lua "$engine" <"$out/$engine.csv" || true
    told="$told $out/$engine.csv"
  else
    echo "$engine is not installed"
  fi
done
rm -f MUJOCO_LOG.TXT
if command -v gnuplot >/dev/null; then
  lua5.4 $answers/draw.lua "$out/answers.svg" $told
  sed -i -e 's/ *$//' -e '${/^$/d}' "$out/answers.svg"
fi
