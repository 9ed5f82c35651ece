#!/usr/bin/env bash
# Builds the release of Jaeger that test/system/jaeger/go.mod pins, once, into a folder outside of the repository, and
# prints the path of the program. It is a collector too: the tests run the shipped collector configuration in it.
# TOOLSPAN_SYSTEM_CACHE says where it is kept; by default ~/.cache/toolspan-system.
set -euo pipefail
module="$(cd "$(dirname "$0")/.." && pwd)/test/system/jaeger"
cache="${TOOLSPAN_SYSTEM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/toolspan-system}"

version=$(sed -n 's|^require github.com/jaegertracing/jaeger v||p' "$module/go.mod")
program="$cache/jaeger-$version-$(uname -s)-$(uname -m)"
if [[ ! -x $program ]]; then
  command -v go >/dev/null || { echo 'Jaeger is built with Go 1.24 or newer: https://go.dev/dl' >&2; exit 1; }
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  # Where there is no flock, two builds at once only do the work twice.
  if command -v flock >/dev/null; then flock 9; fi
  if [[ ! -x $program ]]; then
    echo "Building Jaeger $version into $cache; it takes minutes" >&2
    (cd "$module" && go build -mod=readonly -trimpath -ldflags '-s -w' -o "$program.$$" github.com/jaegertracing/jaeger/cmd/jaeger)
    mv "$program.$$" "$program"
  fi
fi
echo "$program"
