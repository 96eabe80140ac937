#!/bin/sh
# Runs the test programs given as arguments, one after the other, and closes
# with one line for all. Each program runs its tests in parallel by itself.
# Exit 1 when a test failed, or a program crashed or ran none.
total=0 failed=0 broken=0
for program in "$@"; do
  echo "== $(basename "$program")"
  log="$program.log"
  "$program" --jobs "${TEST_JOBS:-0}" >"$log" 2>&1
  code=$?
  line=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep 'Synthesis: Tested:' | tail -n 1)
  tested=$(echo "$line" | sed -n 's/.*Tested: *\([0-9]*\).*/\1/p')
  bad=$(echo "$line" | sed -n 's/.*Failing: *\([0-9]*\).*/\1/p')
  if [ "$code" -ne 0 ] || [ "${tested:-0}" -eq 0 ] || [ "${bad:-1}" -ne 0 ]; then
    cat "$log"
    broken=$((broken + 1))
  else
    echo "$line"
  fi
  total=$((total + ${tested:-0}))
  failed=$((failed + ${bad:-0}))
done
[ "$broken" -gt 0 ] && [ "$failed" -eq 0 ] && failed=$broken
echo "[====] Synthesis: Tested: $total | Passing: $((total - failed)) | Failing: $failed | Crashing: 0"
[ "$broken" -eq 0 ]
