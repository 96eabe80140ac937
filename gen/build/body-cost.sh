#!/bin/sh
# body-cost.sh BRISTLE: draws the README's picture of times against cells.
set -eux
picture=specs/pictures/body_cost.svg
"$1" run specs/scripts/body_cost.lua $picture
sed -i -e 's/ *$//' -e '${/^$/d}' $picture
