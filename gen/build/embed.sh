#!/bin/sh
# embed.sh PRECOMPILE DIR FILE...: writes assembler text on stdout that builds
# the files into the program, as the list embedded_texts of gen/base/embedded.c:
# name, first byte, one past the last byte, the same of its bytecode (0 without).
# PRECOMPILE writes the bytecode into DIR. A template has its path below
# templates/ as its name, a file of a kind its path below gen/kinds/, any other
# file the last part of its path.
set -eu
precompile=$1 dir=$2
shift 2
rm -rf "$dir"
mkdir -p "$dir"
names() {
  n=0
  for file; do
    case $file in
      templates/*) name=${file#templates/} ;;
      gen/kinds/*) name=${file#gen/kinds/} ;;
      *) name=${file##*/} ;;
    esac
    echo "$n $name $file"
    n=$((n + 1))
  done
}
names "$@" | grep -v '/start\.lua ' | "$precompile" "$dir"
echo '.section .rodata'
names "$@" | while read -r n name file; do
  printf 'n%d: .asciz "%s"\nt%d: .incbin "%s"\ne%d: .byte 0\n' \
    "$n" "$name" "$n" "$file" "$n"
  [ ! -f "$dir/$n" ] || printf 'c%d: .incbin "%s"\nd%d:\n' "$n" "$dir/$n" "$n"
done
echo '.section .data.rel.ro,"aw"'
echo '.balign 8'
echo '.global embedded_texts'
echo 'embedded_texts:'
names "$@" | while read -r n name file; do
  if [ -f "$dir/$n" ]; then code="c$n, d$n"; else code="0, 0"; fi
  echo ".quad n$n, t$n, e$n, $code"
done
echo '.quad 0, 0, 0, 0, 0'
echo '.section .note.GNU-stack,"",@progbits'
