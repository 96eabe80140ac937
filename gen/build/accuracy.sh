#!/bin/sh
# accuracy.sh BRISTLE: draws the README's picture of errors against times.
set -eux
picture=specs/pictures/accuracy.svg
"$1" run specs/scripts/accuracy.lua specs/paper/slip_case2_circle.lua $picture
sed -i -e 's/ *$//' -e '${/^$/d}' $picture
