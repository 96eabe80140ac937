#!/bin/sh
# Runs the test programs given as arguments, one after the other, and closes
# with the sum of Criterion's own lines. Each program runs its tests in parallel
# by itself. A program that leaves no such line counts as one crash.
total=0 passed=0 failed=0 crashed=0 broken=0
field() { echo "$line" | sed -n "s/.*$1: *\([0-9]*\).*/\1/p"; }
for program in "$@"; do
  echo "== ${program#*tests/}"
  log="$program.log"
  "$program" --jobs "${TEST_JOBS:-0}" >"$log" 2>&1
  code=$?
  line=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep 'Synthesis: Tested:' | tail -n 1)
  if [ "$code" -ne 0 ] || [ "$(field Tested)" = 0 ] || [ -z "$line" ]; then
    cat "$log"
    broken=$((broken + 1))
  else
    echo "$line"
  fi
  [ -n "$line" ] || line='Tested: 1 | Passing: 0 | Failing: 0 | Crashing: 1'
  total=$((total + $(field Tested)))
  passed=$((passed + $(field Passing)))
  failed=$((failed + $(field Failing)))
  crashed=$((crashed + $(field Crashing)))
done
echo "[====] Synthesis: Tested: $total | Passing: $passed | Failing: $failed | Crashing: $crashed"
[ "$broken" -eq 0 ]
