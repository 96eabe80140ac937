#!/bin/sh
# fuzz-specs.sh BRISTLE FOLDER COUNT [FIRST] [tune]: judges COUNT random specs
# of each kind and mode from the seed FIRST on (tests/fuzz/judge.lua), one
# process for each core. Exit 1 if one neither holds nor is refused.
for kind in reduced $(ls gen/kinds | grep -v '\.'); do
  for mode in moderate extreme; do
    echo "$2/$kind-$mode $3 $kind $mode ${4:-1} $5"
  done
done | xargs -L 1 -P "$(nproc)" "$1" run tests/fuzz/judge.lua "$1"
