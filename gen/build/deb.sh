#!/bin/sh
# deb.sh BUILT VERSION: makes Debian packages in BUILT/deb from the tree that
# `make` has built, and fails if lintian finds an error. DEBFULLNAME and DEBEMAIL
# name the maintainer, as for other tools of Debian.
set -eu
top=$PWD built=$1 version=$2
to=$built/deb
rm -rf "$to"
mkdir -p "$to/bristle-$version"
cp -R gen/build/debian "$to/bristle-$version/debian"
name=${DEBFULLNAME:-bristle developers} mail=${DEBEMAIL:-bristle@example.org}
sed -i "s/^Maintainer: .*/Maintainer: $name <$mail>/" \
  "$to/bristle-$version/debian/control"
day=$(sed -n "s/^## $version (\(.*\))\$/\1/p" gen/CHANGELOG.md)
{
  printf 'bristle (%s) unstable; urgency=medium\n\n' "$version"
  printf '  * Version %s; see gen/CHANGELOG.md of the sources.\n\n' "$version"
  printf ' -- %s <%s>  %s\n' "$name" "$mail" "$(LC_ALL=C date -Ru -d "$day")"
} >"$to/bristle-$version/debian/changelog"
cd "$to/bristle-$version"
# A build for a package stays in this tree: make must not see our options.
unset MAKEFLAGS MAKELEVEL MFLAGS
TOP=$top dpkg-buildpackage -b -us -uc -d >../build.log 2>&1 || {
  tail -n 40 ../build.log >&2
  exit 1
}
cd ..
rm -rf "bristle-$version"
lintian --fail-on error --tag-display-limit 0 --allow-root *.changes
ls -1 "$PWD"/*.deb
