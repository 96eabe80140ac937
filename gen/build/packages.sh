#!/bin/sh
# packages.sh PACKAGE...: installs those Debian packages that dpkg does not list
# as installed, with sudo unless root runs it. Silent if nothing is missing.
set -eu
if ! command -v dpkg-query >/dev/null; then
  echo "bristle: no dpkg here; these Debian packages are expected: $*"
  exit 0
fi
have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
  sed -n 's/^installed //p')
missing=
for p in "$@"; do
  case " $(echo $have) " in *" $p "*) ;; *) missing="$missing $p" ;; esac
done
[ -n "$missing" ] || exit 0
echo "bristle: installing the Debian packages$missing"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ $sudo apt-get update -qq &&
  $sudo apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }
