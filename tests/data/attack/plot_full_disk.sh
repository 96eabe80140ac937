#!/bin/sh
# plot_full_disk.sh [BRISTLE [SPEC]]: draws into a file system of a few kB (as
# root; else name a small, nearly full one in FULL_DISK). `plot` must not say 0
# and list pictures that are empty or cut.
bristle=${1:-out/bin/bristle} spec=${2:-specs/contact/finger_pad.lua}
disk=${FULL_DISK:-$(mktemp -d)}
[ -n "$FULL_DISK" ] || mount -t tmpfs -o size=${SIZE:-32k} tmpfs "$disk" || exit 77
list=$(mktemp)
"$bristle" plot "$spec" -o "$disk" >"$list"
code=$?
echo "plot says $code and lists:"
bad=0
while read -r path; do
  end=$(tail -c 8 "$path" 2>/dev/null | od -An -tx1 | tr -d ' \n')
  case $path$end in
    *.svg*3c2f7376673e0a*|*.png*49454e44ae426082) how=whole ;;
    *) how="NOT WHOLE"; bad=1 ;;
  esac
  echo "  ${path##*/}: $(wc -c <"$path" 2>/dev/null || echo no) bytes, $how"
done <"$list"
rm -f "$list"
df -k "$disk" | tail -1 | awk '{ print "  disk: " $4 " kB left" }'
[ -n "$FULL_DISK" ] || { umount "$disk"; rmdir "$disk"; }
[ $bad = 0 ] || { echo "FAILS: a listed picture is not whole"; exit 1; }
[ $code != 0 ] || echo "the disk was large enough"
