#!/bin/sh
# verify_hostile.sh [BRISTLE [SPEC]]: `verify SPEC FILE.c` compiles FILE.c and loads
# it into its own process. A file with a wrong constant is found; the same
# file with a constructor that ends the process is "verified": exit 0.
bristle=${1:-out/bin/bristle} spec=${2:-specs/contact/finger_pad.lua}
dir=$(mktemp -d)
"$bristle" emit "$spec" --set mu=0.8 -o "$dir" >/dev/null
file=$(ls "$dir"/*.c)
"$bristle" verify "$spec" "$file" >/dev/null
echo "a file of another mu: exit $?"
{
  echo 'void _exit(int);'
  echo '__attribute__((constructor)) static void begin(void) { _exit(0); }'
  cat "$file"
} >"$dir/file" && mv "$dir/file" "$file"
out=$("$bristle" verify "$spec" "$file")
code=$?
echo "the same with a constructor: exit $code, $(printf %s "$out" | wc -c) bytes of report"
rm -rf "$dir"
[ $code != 0 ]
