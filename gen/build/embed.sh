#!/bin/sh
# embed.sh FILE...: writes assembler text on stdout that builds the files into
# the program, as the list embedded_texts of gen/base/embedded.c: name, first
# byte, one past the last byte. A template has its path below templates/ as its
# name, a file of a kind its path below gen/kinds/, any other file the last part
# of its path.
set -eu
echo '.section .rodata'
n=0
for file; do
  case $file in
    templates/*) name=${file#templates/} ;;
    gen/kinds/*) name=${file#gen/kinds/} ;;
    *) name=${file##*/} ;;
  esac
  printf 'n%d: .asciz "%s"\nt%d: .incbin "%s"\ne%d: .byte 0\n' \
    $n "$name" $n "$file" $n
  n=$((n + 1))
done
echo '.section .data.rel.ro,"aw"'
echo '.balign 8'
echo '.global embedded_texts'
echo 'embedded_texts:'
i=0
while [ $i -lt $n ]; do
  echo ".quad n$i, t$i, e$i"
  i=$((i + 1))
done
echo '.quad 0, 0, 0'
echo '.section .note.GNU-stack,"",@progbits'
