#!/bin/sh
# fuzz-specs.sh BRISTLE FOLDER COUNT: judges COUNT random specs of each kind and
# mode (tests/fuzz/judge.lua), one process for each core.
for kind in contact reduced slider mechanism cone joint; do
  for mode in moderate extreme; do
    echo "$2/$kind-$mode $3 $kind $mode"
  done
done | xargs -L 1 -P "$(nproc)" "$1" run tests/fuzz/judge.lua "$1"
