#!/bin/sh
# firmware.sh BRISTLE OUT [BOARD...]: emitted solvers on boards and as programs for other
# processors, under QEMU. On a board: the self-test, 1000 steps against the host's double, the
# stack of every function against what the header states, flash, RAM and instructions. On a
# processor: self-test and steps, in double and float. Then copies that were damaged as
# tests/firmware/damages.txt says, in which the same judgement must find a problem. Prints a
# line each; exits with 1 if something does not hold.
set -e
bristle=$1 out=$2/firmware
shift 2
boards=${*:-m0 m4f m7 rv32imac rv32imafc aarch64 s390x i686 riscv64}
processors=
for board in $boards; do
  case $board in aarch64 | s390x | i686 | riscv64) processors="$processors $board" ;; esac
done
for board in $processors; do boards=$(echo " $boards " | sed "s/ $board / /"); done
here=tests/firmware
sh gen/build/packages.sh gcc gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm \
  gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-system-misc \
  qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu \
  libc6-dev-s390x-cross gcc-i686-linux-gnu libc6-dev-i386-cross gcc-riscv64-linux-gnu \
  libc6-dev-riscv64-cross
rm -rf "$out"
mkdir -p "$out"
models=$("$bristle" run $here/driver.lua "$out")
gcc -shared -fPIC -O2 $here/count.c -o "$out/count.so"
flags="-O2 -std=c11 -Wall -ffunction-sections -fdata-sections -fno-math-errno -fno-trapping-math -ffp-contract=fast"
problems=0

# Sets tool, cpu, start, libraries, memory (FLASH_AT FLASH_SIZE RAM_AT RAM_SIZE), emulator.
choose_board() {
  libraries=
  case $1 in
  m0) cpu="-mcpu=cortex-m0plus -mthumb" memory="0x0 0x40000 0x20000000 0x4000"
    emulator="qemu-system-arm -M microbit" ;;
  m4f) cpu="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
    memory="0x0 0x400000 0x20000000 0x20000" emulator="qemu-system-arm -M mps2-an386" ;;
  m7) cpu="-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16"
    memory="0x0 0x400000 0x20000000 0x20000" emulator="qemu-system-arm -M mps2-an500" ;;
  rv32imac) cpu="-march=rv32imac -mabi=ilp32 -mcmodel=medany" ;;
  rv32imafc) cpu="-march=rv32imafc -mabi=ilp32f -mcmodel=medany" ;;
  *) echo "no board $1: m0, m4f, m7, rv32imac, rv32imafc, aarch64, s390x, i686 or riscv64" >&2; exit 2 ;;
  esac
  case $1 in
  m*) tool=arm-none-eabi- start=cortex.c libraries=--specs=nosys.specs ;;
  rv*) tool=riscv64-unknown-elf- start=riscv.c cpu="$cpu --specs=picolibc.specs"
    memory="0x80000000 0x400000 0x80800000 0x20000"
    emulator="qemu-system-riscv32 -M virt -bios none" ;;
  esac
}

# build NAME FLAGS...: links a program of the model in $dir.
build() {
  program=$work/$1.elf
  shift
  set -- "$@" $memory
  while [ $# -gt 4 ]; do
    extra="$extra $1"
    shift
  done
  ${tool}gcc $cpu $flags $extra -I$here -I"$dir" $here/main.c $here/$start "$dir"/driver.c \
    "$work/solver.o" -nostartfiles $libraries -T $here/board.ld -Wl,--gc-sections \
    -Wl,--defsym=FLASH_AT=$1 -Wl,--defsym=FLASH_SIZE=$2 -Wl,--defsym=RAM_AT=$3 \
    -Wl,--defsym=RAM_SIZE=$4 -lm -o "$program"
  extra=
}

run() {
  timeout 300 $emulator -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -plugin file="$out/count.so" -d plugin \
    -kernel "$program" 2>&1 || echo "PROBLEM exit $?"
}

# The instructions of 1000 steps with these flags.
instructions() {
  build steps -DSTEPS=1000 "$@"
  run | sed -n 's/^instructions //p'
}

value() { sed -n "s/^$1 //p" "$work/log"; }

# Runs the double of the model on this machine.
host_sum() {
  gcc -O2 -fno-math-errno -DHOST -I$here -I"$1" $here/main.c $here/host.c "$1"/driver.c \
    "$(ls "$1"/*.json | sed 's/json$/c/')" -lm -o "$1/host"
  "$1/host" | sed -n "s/^sum //p"
}

# Runs everything but the counts of instructions of the solver in $dir on a board. Leaves the
# results in $work/log, with a line PROBLEM for each that does not hold.
judge() { # BOARD
  choose_board "$1"
  mkdir -p "$work"
  source=$(ls "$dir"/*.json | sed 's/json$/c/')
  ${tool}gcc $cpu $flags -I"$dir" -c "$source" -o "$work/solver.o"
  build full
  run >"$work/log"
  off=$(awk -v a="$(value sum)" -v b="$should" 'BEGIN { d = a - b; if (d < 0) d = -d; printf "%.1e", d/(b ? b : 1) }')
  awk -v off="$off" 'BEGIN { exit !(off < 2e-3) }' || echo "PROBLEM the steps are $off off" >>"$work/log"
  grep -q '^end$' "$work/log" || echo "PROBLEM no end" >>"$work/log"
}

printf '%-10s %-15s %9s %7s %6s %9s %9s %9s  %s\n' board model self-test flash state \
  sliding stuck off "stack used of stated"
for model in $models; do
  dir=$out/$model
  should=$(host_sum "$dir.double")
  for board in $boards; do
    work=$out/$board-$model
    judge "$board"
    none=$(instructions -DIDLE)
    fast=$(instructions -DFAST=1)
    slow=$(instructions -DFAST=0)
    stacks=$(sed -n 's/^stack \([^ ]*\) \([0-9]*\)$/\1 \2/p' "$work/log" | awk 'NR > 1 { printf " " } { printf "%s %s", $1, $2 }')
    printf '%-10s %-15s %9s %7s %6s %9s %9s %9s  %s\n' "$board" "$model" "$(value selftest)" \
      "$(${tool}size "$work/solver.o" | awk 'NR == 2 { print $1 }')" \
      "$(sed -n 's/.*"state_bytes": \([0-9]*\).*/\1/p' "$dir"/*.json)" \
      $(((fast - none) / 1000)) $(((slow - none) / 1000)) "$off" "$stacks"
    if grep '^PROBLEM' "$work/log"; then problems=$((problems + 1)); fi
  done
done

# A damage: BOARD MODEL WHAT FILE, an expression for sed. It must change the file and be found.
missed=0
while IFS='|' read -r board model what file expression; do
  case " $boards " in *" $board "*) ;; *) continue ;; esac
  dir=$out/damaged/$what work=$out/damaged/$what
  mkdir -p "$dir"
  cp "$out/$model"/*.[ch] "$out/$model"/*.json "$dir"
  should=$("$out/$model.double/host" | sed -n "s/^sum //p")
  sed "$expression" "$out/$model/$file" >"$dir/$file"
  judge "$board"
  verdict=found
  ! cmp -s "$out/$model/$file" "$dir/$file" && grep -q '^PROBLEM' "$work/log" || verdict=MISSED
  [ $verdict = found ] || missed=$((missed + 1))
  printf '%-10s %-15s %s, %s: %s\n' "$board" "$model" "$verdict" "$what" "$(grep '^PROBLEM' "$work/log" | tr '\n' ';')"
done <<END
$(grep -v '^#' $here/damages.txt)
END

# ---- processors with an operating system ----

# program PROCESSOR DIR: prints the self-test's result and the sum of the steps' outputs.
program() {
  $1-linux-gnu-gcc -O2 -static -fno-math-errno -DHOST -I$here -I"$2" $here/main.c $here/host.c \
    "$2"/driver.c "$(ls "$2"/*.json | sed 's/json$/c/')" -lm -o "$2/$1" &&
    timeout 300 "qemu-$(echo "$1" | sed 's/i686/i386/')" "$2/$1" | awk '
      $1 == "selftest" { self = $2 } $1 == "sum" { sum = $2 } END { print self, sum }'
}

[ -z "$processors" ] || printf '\n%-10s %-15s %-7s %9s %9s\n' processor model real self-test off
for processor in $processors; do
  for model in $models; do
    should=$("$out/$model.double/host" | sed -n "s/^sum //p")
    for real in double float; do
      dir=$out/$model
      [ $real = float ] || dir=$dir.double
      set -- $(program "$processor" "$dir" || true)
      line=$(awk -v self="$1" -v a="$2" -v b="$should" -v bar=$([ $real = float ] && echo 2e-3 || echo 1e-9) '
        BEGIN { d = a - b; if (d < 0) d = -d; d /= b ? b : 1; if (d < 0) d = -d
          printf "%9s %9.1e%s", self, d, self == "0" && a != "" && d < bar ? "" : "  PROBLEM" }')
      printf '%-10s %-15s %-7s %s\n' "$processor" "$model" $real "$line"
      case $line in *PROBLEM*) problems=$((problems + 1)) ;; esac
    done
  done
done
echo "bristle: $problems solvers on boards do not hold, $missed damages missed"
[ $((problems + missed)) -eq 0 ]
