#!/bin/sh
# emit_race.sh [BRISTLE [SPEC [KEY]]]: two emits of one spec with different values
# into one folder at the same time. Header and source are renamed into place one
# by one, so that one can be of the first and the other of the second; they
# compile together without a word.
bristle=${1:-out/bin/bristle} spec=${2:-specs/contact/finger_pad.lua} key=${3:-mu}
dir=$(mktemp -d) bad=0 n=0
while [ $n -lt "${ROUNDS:-100}" ]; do
  n=$((n + 1))
  "$bristle" emit "$spec" --set "$key=0.5" -o "$dir" >/dev/null &
  "$bristle" emit "$spec" --set "$key=0.6" -o "$dir" >/dev/null
  wait
  hashes=$(cat "$dir"/*.h "$dir"/*.c | grep -o 'hash [0-9a-f]\{64\}' | sort -u | wc -l)
  if [ "$hashes" != 1 ]; then
    bad=$((bad + 1))
    cc -c "$dir"/*.c -o "$dir/x.o" 2>/dev/null && built=$((built + 1))
  fi
done
echo "$bad of $n rounds left header and source of different specs; ${built:-0} of those compile"
rm -rf "$dir"
[ $bad = 0 ]
