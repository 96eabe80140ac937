#!/bin/sh
# demo.sh BRISTLE OUT: the main example, from spec to pictures, in OUT/demo.
set -eux
spec=specs/contact/finger_pad.lua
"$1" check $spec
"$1" emit $spec -o "$2/demo" --example
"$1" verify $spec "$2/demo/finger_pad.c"
make --no-print-directory -C "$2/demo" -s
"$2/demo/finger_pad"
"$1" plot $spec -o "$2/demo"
"$1" sim specs/paper/slip_case2_circle.lua -o "$2/demo/slip_stick.csv" \
  --plot "$2/demo/slip_stick.png"
