#!/bin/sh
# wheel.sh PYTHON BUILT VERSION: makes the wheel and the source distribution of
# the Python package in BUILT/python/, from the module that has been built.
set -eu
python=$1 built=$2 version=$3
to=$built/python
rm -rf "$to"
mkdir -p "$to/egg" "$to/bristle-$version"
"$python" gen/api/python/setup.py -q egg_info --egg-base "$to/egg" \
  build --build-base "$to/build" \
  bdist_wheel --bdist-dir "$to/bdist" --dist-dir "$to" >"$to/log" 2>&1 || {
  cat "$to/log" >&2
  exit 1
}
# The sources, with setup.py where pip looks for it. The library contains the loop of
# tests/bench.
{
  git ls-files -z . ':!specs/gallery' ':!tests'
  git ls-files -z tests/bench
} | tar --null -T - -cf - |
  tar xf - -C "$to/bristle-$version"
cp gen/api/python/setup.py "$to/bristle-$version/setup.py"
cat >"$to/bristle-$version/pyproject.toml" <<'END'
[build-system]
requires = ["setuptools", "wheel"]
build-backend = "setuptools.build_meta"
END
printf 'Metadata-Version: 2.1\nName: bristle\nVersion: %s\n' "$version" \
  >"$to/bristle-$version/PKG-INFO"
tar czf "$to/bristle-$version.tar.gz" -C "$to" "bristle-$version"
rm -rf "$to/egg" "$to/bdist" "$to/build" "$to/bristle-$version" "$to/log"
ls "$to"/*
