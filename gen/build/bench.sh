#!/bin/sh
# bench.sh BRISTLE: times of a step as ratios to the reference, taken within one
# run each. The README quotes them.
set -eu
for spec in square finger_pad gradient_line; do
  for step in euler exponential; do
    echo "step = \"$step\""
    "$1" bench specs/contact/$spec.lua --set step=$step
  done
done
