#!/bin/sh
# creep.sh BRISTLE OUT: how far a gripped box creeps in MuJoCo, ODE and Bullet, with
# the engine's own friction and with coupled pads, and where a puck comes to rest.
# Fails if a coupled box creeps faster than promised, or a step takes too long.
set -eu
here=$(dirname "$0")
sh "$here/packages.sh" libmujoco-dev libode-dev libbullet-dev g++ pkg-config
hosts=specs/programs/hosts
out=$2/hosts
mkdir -p "$out"
"$1" emit $hosts/pad.lua -o "$out" >/dev/null
${CC:-cc} -O2 -I"$out" $hosts/mujoco.c -o "$out/mujoco" -lmujoco -lm
${CC:-cc} -DdDOUBLE -O2 -I"$out" $hosts/ode.c -o "$out/ode" -lode -lm -lstdc++ -lpthread
${CXX:-g++} -O2 -I"$out" $(pkg-config --cflags bullet) $hosts/bullet.cpp \
  -o "$out/bullet" $(pkg-config --libs bullet)
: >"$out/creep.txt"
for engine in ode "mujoco $out" bullet; do
  "$out/"$engine 2>/dev/null | tee -a "$out/creep.txt"
done
rm -f MUJOCO_LOG.TXT
# MuJoCo's normal contacts answer to the wrench: there the row with V0 corrected
# counts. Bullet's numbers are floats.
awk '
  / grip / && /coupled/ && !($1 == "MuJoCo" && !/corrected/) {
    rows++
    for (i = 1; i <= NF; i++) {
      if ($i == "um/s") creep = $(i - 1)
      if ($i == "us") time = $(i - 1)
    }
    most = $1 == "Bullet" ? 1e-2 : /corrected/ ? 8e-8 : 1e-6
    if (/lost/ || /failures/ || creep + 0 > most || time + 0 > 5) {
      print "creep: not within " most " um/s and 5 us: " $0
      bad = 1
    }
  }
  END { exit bad || rows != 6 }' "$out/creep.txt"
