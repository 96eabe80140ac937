#!/bin/sh
# sundials.sh FOLDER: takes the serial part of SUNDIALS, for the tests, out of
# Debian's libsundials-dev into FOLDER/sundials. That package depends on MPI,
# PETSc and Fortran, 160 packages in all, which its serial archives do not use:
# it is unpacked, not installed. The folder is complete or does not exist.
set -eu
[ ! -d "$1/sundials" ] || exit 0
mkdir -p "$1"
work=$(mktemp -d "$1/sundials.XXXXXX")
trap 'rm -rf "$work"' EXIT
echo "bristle: fetching SUNDIALS (Debian package libsundials-dev, unpacked only)"
cd "$work"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
apt-get download libsundials-dev >log 2>&1 ||
  { $sudo apt-get update -qq && apt-get download libsundials-dev; } >log 2>&1 ||
  { cat log >&2; exit 1; }
dpkg-deb -x libsundials-dev_*.deb all
mkdir sundials sundials/lib
mv all/usr/include sundials/include
for part in cvode kinsol nvecserial sunlinsolspgmr sunlinsoldense sunmatrixdense; do
  mv all/usr/lib/*/libsundials_$part.a sundials/lib/
done
mv -T sundials "$1/sundials" 2>/dev/null || [ -d "$1/sundials" ]
