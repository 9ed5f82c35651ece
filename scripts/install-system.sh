#!/usr/bin/env bash
# Installs what `npm run test:system` runs against: Prometheus as Debian packages it, and Jaeger, built from source.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v prometheus >/dev/null || ! command -v promtool >/dev/null; then
  command -v apt-get >/dev/null || { echo 'Put prometheus and promtool on the PATH: https://prometheus.io/download' >&2; exit 1; }
  as_root=()
  if [[ $(id -u) != 0 ]]; then as_root=(sudo); fi
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends prometheus >/dev/null
fi
scripts/build-jaeger.sh
