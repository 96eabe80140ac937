#!/bin/sh
# install.sh BUILT PREFIX VERSION: copies what `make` has built in the folder
# BUILT to DESTDIR/PREFIX; builds nothing. `install.sh -u ...` removes it again.
#
# N is the first number of VERSION. What is named after N can live beside that of
# other versions: lib/libbristle.so.N, lib/bristle-N (what programs link with),
# include/bristle-N and bristle-N.pc. The names without N (the links in lib,
# include/bristle, bristle.pc, lib/cmake), the program, its manual and completion, the Lua
# module, the Python module (if `make python` has built it) and the specs belong
# to the version that was installed last.
set -eu
umask 022 # whoever installs, everybody reads
is_removing=
[ "$1" = -u ] && is_removing=1 && shift
built=$1 prefix=$2 version=$3
to=${DESTDIR:-}$prefix
n=${version%%.*}

# Links: name, target.
links="lib/bristle-$n/libbristle.so ../libbristle.so.$n
lib/libbristle.so libbristle.so.$n
lib/libbristle.a bristle-$n/libbristle.a
lib/pkgconfig/bristle.pc bristle-$n.pc
include/bristle bristle-$n/bristle"

# Where Debian's python3 looks for what is installed in PREFIX.
python_folder() {
  echo "$to/lib/python$(/usr/bin/python3 -c \
    'import sys; print("%d.%d" % sys.version_info[:2])')/dist-packages"
}

# What the program writes with `bristle help --write`.
manual="man/man1/bristle.1 man/man5/bristle-spec.5
doc/bristle/bristle.1.html doc/bristle/bristle-spec.5.html
bash-completion/completions/bristle zsh/site-functions/_bristle"

remove() {
  [ ! -x /usr/bin/python3 ] || rm -rf "$(python_folder)/bristle"
  echo "$links" | while read -r name target; do
    [ "$(readlink "$to/$name")" != "$target" ] || rm -f "$to/$name"
  done
  rm -f "$to/bin/bristle" "$to/lib/lua/5.4/bristle.so" \
    "$to/lib/libbristle.so.$n" "$to/lib/pkgconfig/bristle-$n.pc"
  rm -rf "$to/lib/bristle-$n" "$to/include/bristle-$n" "$to/share/bristle" \
    "$to/share/doc/bristle"
  rm -rf "$to/lib/cmake/bristle"
  for file in $manual; do rm -f "$to/share/$file"; done
}

check() {
  for file in bin/bristle lib/libbristle.a "lib/libbristle.so.$n" \
    lib/lua/5.4/bristle.so share/zsh/site-functions/_bristle; do
    [ -f "$built/$file" ] || {
      echo "bristle: $built/$file is not built; run \`make\` first" >&2
      exit 1
    }
  done
}

copy() {
  for folder in bin "lib/bristle-$n" lib/pkgconfig lib/cmake/bristle lib/lua/5.4 \
    "include/bristle-$n/bristle" share/bristle; do
    install -d "$to/$folder"
  done
  install -m 755 "$built/bin/bristle" "$to/bin/bristle"
  install -m 644 "$built/lib/libbristle.a" "$to/lib/bristle-$n/libbristle.a"
  install -m 755 "$built/lib/libbristle.so.$n" "$to/lib/libbristle.so.$n"
  install -m 755 "$built/lib/lua/5.4/bristle.so" "$to/lib/lua/5.4/bristle.so"
  install -m 644 gen/api/bristle.h runtime/bristle_rt.h runtime/integrate.h \
    runtime/status.h "$to/include/bristle-$n/bristle"
  # A template of this folder, filled in.
  fill() { sed "s|@PREFIX@|$prefix|; s|@VERSION@|$version|; s|@N@|$n|g" \
    "gen/api/shared/$1" >"$to/lib/$2"; }
  fill bristle.pc.in "pkgconfig/bristle-$n.pc"
  fill bristle-config.cmake.in cmake/bristle/bristle-config.cmake
  fill bristle-version.cmake.in cmake/bristle/bristle-config-version.cmake
  if [ -f "$built/lib/python3/bristle/_core.abi3.so" ]; then
    rm -rf "$(python_folder)/bristle"
    install -d "$(python_folder)/bristle"
    install -m 644 "$built"/lib/python3/bristle/* "$(python_folder)/bristle"
  fi

  for file in $manual; do
    install -d "$to/share/${file%/*}"
    install -m 644 "$built/share/$file" "$to/share/$file"
  done
  rm -rf "$to/share/bristle/specs"
  cp -R specs "$to/share/bristle/specs"
  echo "$links" | while read -r name target; do
    ln -sfn "$target" "$to/$name"
  done
  # In folders that the loader searches by itself it finds a new library by its list.
  case $to in /usr | /usr/local) [ "$(id -u)" != 0 ] || PATH=$PATH:/sbin:/usr/sbin ldconfig ;; esac
}

if [ "$is_removing" ]; then remove; else check; copy; fi
