#!/bin/sh
# Runs the test programs given as arguments, as many at once as there are cores,
# and closes with the sum of Criterion's own lines. A program that leaves no such
# line counts as one crash. The longest of the last run start first.
#
# TEST_TIMEOUT, in seconds, is the one limit of a program. It ends what hangs; no
# test may need it to fail.
limit=${TEST_TIMEOUT:-1800}
cores=$(nproc 2>/dev/null || echo 2)

# The number behind a word of Criterion's line.
field() { echo "$line" | sed -n "s/.*$1: *\([0-9]*\).*/\1/p"; }

# Processor time of the children, from the second line of `times`.
seconds() {
  sed -n '2s/\([0-9]*\)m\([0-9.]*\)s \([0-9]*\)m\([0-9.]*\)s/\1 \2 \3 \4/p' "$1" |
    awk '{ printf "%.1f", 60*$1 + $2 + 60*$3 + $4 }'
}

run_one() {
  program=$1 log=$1.log
  (
    timeout -k 10 "$limit" "$program" --jobs "${TEST_JOBS:-2}" >"$log" 2>&1
    code=$?
    [ $code -ne 124 ] || echo "ended: it took more than $limit s" >>"$log"
    echo $code >"$program.code"
    times >"$program.times"
  )
  code=$(cat "$program.code")
  line=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep 'Synthesis: Tested:' | tail -n 1)
  seconds "$program.times" >"$program.seconds"
  rm -f "$program.code" "$program.times"
  if [ "$code" -ne 0 ] || [ "$(field Tested)" = 0 ] || [ -z "$line" ]; then
    failure=$(cat "$log")
    printf '== %s, %s s\n%s\n' "${program#*tests/}" "$(cat "$program.seconds")" "$failure"
    [ -n "$line" ] || line='Tested: 1 | Passing: 0 | Failing: 0 | Crashing: 1'
    line="$line | broken"
  else
    echo "== ${program#*tests/}, $(cat "$program.seconds") s: ${line#*Synthesis: }"
  fi
  echo "$line" >"$program.line"
}

if [ "$1" = one ]; then
  run_one "$2"
  exit 0
fi

# Returns true where 4 GB of memory are free and a program in it may run: tests make and
# remove so many files that a disk takes longer for them than the tests for their work.
has_room_in_memory() {
  [ "$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo 2>/dev/null || echo 0)" -gt 4000000 ] &&
    [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 4000000 ] 2>/dev/null &&
    trial=$(mktemp /dev/shm/bristle-tests-XXXXXX 2>/dev/null) || return 1
  printf '#!/bin/sh\n' >"$trial" && chmod u+x "$trial" && "$trial" 2>/dev/null
  code=$?
  rm -f "$trial"
  return $code
}

# One folder for all files of this run, in memory where that can be had. In it one cache of
# compiled solvers and of searches for all programs.
if [ -z "$TMPDIR" ]; then
  TMPDIR=/tmp
  ! has_room_in_memory || TMPDIR=/dev/shm
fi
files=$(mktemp -d "$TMPDIR/bristle-tests-XXXXXX") || exit 1
chmod 1777 "$files" # as /tmp: tests that give up the rights of root use it, too
export TMPDIR="$files" BRISTLE_TEST_CACHE="$files/cache"
mkdir "$BRISTLE_TEST_CACHE"
trap 'chmod -R u+w "$files" && rm -rf "$files"' EXIT
trap 'exit 1' HUP INT TERM

for program in "$@"; do
  rm -f "$program.line"
  echo "$(cat "$program.seconds" 2>/dev/null || echo 1000) $program"
done | sort -rn | cut -d' ' -f2 | xargs -n 1 -P "$cores" sh "$0" one

total=0 passed=0 failed=0 crashed=0 broken=0
for program in "$@"; do
  line=$(cat "$program.line" 2>/dev/null ||
    echo 'Tested: 1 | Passing: 0 | Failing: 0 | Crashing: 1 | broken')
  total=$((total + $(field Tested)))
  passed=$((passed + $(field Passing)))
  failed=$((failed + $(field Failing)))
  crashed=$((crashed + $(field Crashing)))
  case $line in *broken) broken=$((broken + 1)) ;; esac
done
echo "processor time: $(for program in "$@"; do cat "$program.seconds"; echo; done |
  awk '{ sum += $1 } END { printf "%.0f s", sum }')"
echo "[====] Synthesis: Tested: $total | Passing: $passed | Failing: $failed | Crashing: $crashed"
[ "$broken" -eq 0 ]
