#!/bin/sh
# bench-surface.sh BRISTLE OUT: whole emitted steps of a reduced disc with each way to store
# its limit surface: ns on this machine, best of many, and instructions of a step on a
# Cortex-M4F, counted under QEMU, where its tools are there. At 1e-3, floats.
set -eu
bristle=$1 out=$2/bench/surface
flags="-std=c11 -O3 -fno-math-errno -fno-trapping-math -ffp-contract=fast"
board="-O2 -std=c11 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -fno-math-errno
 -fno-trapping-math -ffp-contract=fast -ffunction-sections -fdata-sections"
mkdir -p "$out"
has_board=
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
  has_board=1
  gcc -shared -fPIC -O2 tests/firmware/count.c -o "$out/count.so"
fi

# Prints the instructions of that many steps.
instructions() { # FOLDER STEPS
  arm-none-eabi-gcc $board -DSTEPS="$2" -Itests/firmware -I"$1" tests/bench/surface.c \
    tests/firmware/cortex.c "$1/pad.c" -nostartfiles --specs=nosys.specs -T tests/firmware/board.ld \
    -Wl,--gc-sections -Wl,--defsym=FLASH_AT=0x0 -Wl,--defsym=FLASH_SIZE=0x400000 \
    -Wl,--defsym=RAM_AT=0x20000000 -Wl,--defsym=RAM_SIZE=0x20000 -lm -o "$1/board.elf" 2>/dev/null
  qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -plugin file="$out/count.so" -d plugin \
    -kernel "$1/board.elf" 2>&1 | sed -n 's/^instructions //p'
}

echo "surface       bytes independent   chain   batch   64 kB     1 MB   Cortex-M4F"
for interp in potential bilinear cubic; do
  dir=$out/$interp
  cat >"$out/$interp.lua" <<END
return contact {
  name = "pad", model = "reduced", grid = { 21, 21 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 }, real = "float",
  friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 0.8, mu_s = 1, v_s = 1e-3, s_ba = 0.9 },
  limit_surface = { interp = "$interp", tolerance = 1e-3 },
}
END
  "$bristle" emit "$out/$interp.lua" -o "$dir" >/dev/null
  ${CC:-cc} $flags -march=native -I"$dir" tests/bench/surface.c "$dir/pad.c" -lm -o "$dir/host"
  printf '%-11s %7s ' $interp "$("$bristle" check "$out/$interp.lua" --json |
    sed 's/.*"table_bytes": *\([0-9]*\).*/\1/' | grep -m1 '^[0-9]*$')"
  "$dir/host"
  if [ "$has_board" ]; then
    echo " $((($(instructions "$dir" 12800) - $(instructions "$dir" 6400)) / 6400))"
  else
    echo " -"
  fi
done
