#!/bin/sh
# prove.sh BRISTLE OUT [PATTERN...]: Frama-C's Eva on every function of the solvers of
# tests/prove/specs.txt, two at a time, by the rules that `bristle emit --prove` writes; then
# on copies that were damaged as tests/prove/damages.txt says, which Eva must find. With
# patterns: on the folders of the list that match one. QUICK=1: on those with an asterisk.
# Prints a line for each function; exits with 1 if one that must hold does not.
set -e
bristle=$1 out=$2/prove
shift 2
sh gen/build/packages.sh frama-c-base gcc make
rm -rf "$out"
mkdir -p "$out"
export LIMIT=${LIMIT:-300}

is_wanted() { # MARKED FOLDER PATTERN...
  [ -z "$QUICK" ] || [ "$1" != "${1#\*}" ] || return 1
  folder=$2
  shift 2
  [ $# -gt 0 ] || return 0
  for pattern; do
    case $folder in $pattern) return 0 ;; esac
  done
  return 1
}

while read -r marked spec options; do
  may=${options#*\?}
  [ "$may" != "$options" ] || may=
  options=${options%%\?*}
  folder=${marked#\*}
  case $marked in '' | '#'*) continue ;; esac
  is_wanted "$marked" "$folder" "$@" || continue
  "$bristle" emit "$spec" $options -o "$out/$folder" --prove >/dev/null
  rule=$(ls "$out/$folder"/*_prove.mk)
  for function in $(sed -n 's/^FUNCTIONS := //p' "$rule"); do
    case " $may " in
    *" $function "* | *" all "*) echo "may $folder $rule $function" ;;
    *) echo "must $folder $rule $function" ;;
    esac
  done
done <tests/prove/specs.txt >"$out/functions"

# Called by xargs for each function: MUST FOLDER RULE FUNCTION.
cat >"$out/one.sh" <<'END'
text=$(make -s --no-print-directory -f "$3" LIMIT="$LIMIT" "$4" 2>/dev/null | sed "s/^[^:]*: //")
case $text in
  proven*) verdict=proven ;;
  *) verdict=$([ "$1" = must ] && echo FAILED || echo open) ;;
esac
printf '%-8s %-20s %-12s %s\n' "$verdict" "$2" "$4" "$text"
END
xargs -P "${JOBS:-2}" -L 1 sh "$out/one.sh" <"$out/functions" | tee "$out/table"

# A damage: FOLDER FUNCTION WHAT, an expression for sed. It must change the source and be found.
failed=0
while IFS='|' read -r folder function what expression; do
  case $folder in '' | '#'*) continue ;; esac
  [ -d "$out/$folder" ] || continue
  copy=$out/damaged/$what
  mkdir -p "$copy"
  cp "$out/$folder"/*.[ch] "$out/$folder"/*_prove.mk "$copy"
  source=$(ls "$out/$folder"/*_prove.mk | sed 's/_prove.mk$/.c/')
  sed "$expression" "$source" >"$copy/${source##*/}"
  text=$(make -s --no-print-directory -f "$copy"/*_prove.mk "$function" 2>/dev/null | sed "s/^[^:]*: //")
  verdict=MISSED
  case $text in *" alarms, see "*) verdict=found ;; esac
  ! cmp -s "$source" "$copy/${source##*/}" || verdict=MISSED
  [ $verdict = found ] || failed=$((failed + 1))
  printf '%-8s %-20s %-12s %s: %s\n' "$verdict" "$folder" "$function" "$what" "$text"
done <tests/prove/damages.txt
awk -v missed=$failed '{ count[$1]++ } END {
  printf "bristle: %d functions proven, %d listed as open, %d do not hold, %d damages missed\n",
    count["proven"], count["open"], count["FAILED"], missed
  exit count["FAILED"] + missed > 0 }' "$out/table"
