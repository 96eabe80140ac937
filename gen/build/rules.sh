#!/bin/sh
# rules.sh BRISTLE OUT [NAME...]: analysers on emitted files. cppcheck's MISRA addon finds no
# mandatory rule and none that the file's record of deviations lacks; gcc's and clang's analysers
# and clang-tidy (bugprone, cert) are silent but for what is answered below. Prints a line for each
# file; exits with 1 if something does not hold.
set -e
bristle=$1 out=$2/rules
shift 2
sh gen/build/packages.sh gcc clang clang-tidy cppcheck
rm -rf "$out"
mkdir -p "$out"
# All shipped specs of every kind, and forms of them: NAME SPEC OPTIONS.
forms() {
  for spec in specs/contact/*.lua specs/slider/*.lua specs/mechanism/*.lua specs/cone/*.lua \
    specs/joint/*.lua specs/programs/hosts/pad.lua; do
    echo "$(basename "$spec" .lua) $spec"
  done
  pad=specs/contact/finger_pad.lua
  echo "reduced $pad --set model=reduced"
  echo "reduced_float $pad --set model=reduced --set real=float --set step=implicit"
  echo "reduced_euler $pad --set model=reduced --set step=euler"
  echo "ellipsoid $pad --set model=ellipsoid"
  echo "compressed $pad --set model=compressed --set bristles=16 --set real=float"
  echo "implicit $pad --set step=implicit"
  echo "euler $pad --set step=euler"
  echo "unrolled $pad --set unroll=full --set grid.1=5 --set grid.2=5"
  echo "reproducible $pad --set reproducible=true"
  echo "coupled specs/contact/few_bristles.lua --set couple=2"
}
mandatory=' 9.1 13.6 17.3 17.4 17.6 19.1 21.13 21.17 21.18 21.19 21.20 22.2 22.4 22.5 22.6 '
# Findings that are wrong, and why. Clang does not look into long functions that write what it
# calls garbage: the slider's _guess writes the point in its first round, and _backward the slopes
# of a coupled contact; Eva does, and proves both (make prove TEST=parcel, TEST=pad). A mechanism's
# _set_slopes begins by writing zeros to all of R4.
answered='/parcel.c:.*core.uninitialized.Assign
/\(pad\|few_bristles\).c:.*core.UndefinedBinaryOperatorResult
/\(bead_on_hoop\|slider_crank\|sliding_block\).c:.*core.uninitialized.Assign'
# gcc's analyser takes a vector's type for a number of one bit, and blames every shift of it.
answered_gcc='precision of type (.1.).*shift-count-overflow'
# Checks of clang-tidy that are not asked for: arguments that could be swapped are the interface
# that all files share, and their names tell them apart; an index is a product of ints whose
# bounds are sizes of tables, below 2^31 by far, which Eva proves of the files that it proves.
tidy='-*,bugprone-*,cert-*,-bugprone-easily-swappable-parameters'
tidy=$tidy,-bugprone-implicit-widening-of-multiplication-result
problems=0

# Prints the rules of FILE.c that are mandatory, or that its record does not have.
broken_rules() {
  cppcheck -q --addon=misra --std=c11 -D__GNUC__=12 "$1.c" 2>&1 |
    grep -o 'misra-c2012-[0-9.]*' | sed 's/misra-c2012-//' | sort -u >"$1.found"
  test -s "$1.found" || echo "nothing-read"
  while read -r rule; do
    case $mandatory in *" $rule "*) printf ' %s(mandatory)' "$rule" ;; esac
    grep -q "^| $rule |" "$1_deviations.md" || printf ' %s' "$rule"
  done <"$1.found"
}

while read -r name spec options; do
  case " $* " in *" $name "* | "  ") ;; *) continue ;; esac
  to=$out/$name
  "$bristle" emit "$spec" $options --deviations -o "$to" >/dev/null
  file=$(ls "$to"/*.json)
  file=${file%.json}
  rules=$(broken_rules "$file")
  gcc -O2 -fno-math-errno -fanalyzer -c "$file.c" -o "$file.o" 2>"$file.gcc" || true
  clang --analyze -O2 "$file.c" -o "$file.plist" 2>"$file.clang" || true
  clang-tidy -quiet -checks="$tidy" "$file.c" -- -std=c11 -O2 >"$file.tidy" 2>/dev/null || true
  gcc=$(grep warning: "$file.gcc" | grep -vc "$answered_gcc" || true)
  clang=$(grep warning: "$file.clang" | grep -vc "$answered" || true)
  lint=$(grep -c warning: "$file.tidy" || true)
  printf '%-18s %3d rules in the record, gcc -fanalyzer %d, clang --analyze %d, clang-tidy %d%s\n' \
    "$name" "$(grep -c . "$file.found")" "$gcc" "$clang" "$lint" "${rules:+, NOT IN THE RECORD:$rules}"
  [ -z "$rules" ] && [ "$((gcc + clang + lint))" -eq 0 ] || problems=$((problems + 1))
done <<END
$(forms)
END
echo "bristle: $problems files break rules that they do not state, or have warnings"
[ "$problems" -eq 0 ]
