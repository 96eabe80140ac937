#!/bin/sh
# changed.sh FILE TEXT: writes the text to the file if the file has another one,
# so that the file is newer than what was built from the text before.
set -eu
mkdir -p "$(dirname "$1")"
[ -f "$1" ] && [ "$(cat "$1")" = "$2" ] || printf '%s\n' "$2" >"$1"
