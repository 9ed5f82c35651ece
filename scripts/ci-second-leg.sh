#!/usr/bin/env bash
# Runs the tests once more, in a copy of this tree: under Node 24 and with the 3.x line of OpenTelemetry, as
# test/lines/otel-3 pins them. Arguments go to vitest. Needs the `npm ci` of the first leg.
set -euo pipefail
cd "$(dirname "$0")/.."

line=test/lines/otel-3
copy=$(mktemp -d "${TMPDIR:-/tmp}/toolspan-otel-3.XXXXXX")
trap 'rm -rf "$copy"' EXIT

# One build is published for both lines, so it is not built again with the other one's types.
npm run --silent build
# Everything but OpenTelemetry is what the first leg installed and tested.
tar --exclude=./.git --exclude=./node_modules/@opentelemetry -cf - . | tar -xf - -C "$copy"
cd "$copy"
(cd "$line" && npm ci --loglevel=error)
cp -R "$line/node_modules/." node_modules/
rm -rf "$line/node_modules"
# Programs that need a newer Node than the first leg's; they stay apart, with dependencies of their own.
(cd test/lines/node-22 && npm ci --loglevel=error)

export PATH="$copy/node_modules/node/bin:$PATH"
# The API of the 3.x line is the one that carries the logs.
leg=$(node -p '`Node ${process.version}, OpenTelemetry ${"logs" in require("@opentelemetry/api") ? "3.x" : "2.x"}`')
echo "Second leg: $leg"
[[ $leg == 'Node v24.'*'3.x' ]]

# Types, the packed package, and processes that are killed over and over are the matter of the first leg: none of them
# depends on a line of OpenTelemetry.
node node_modules/vitest/vitest.mjs run --typecheck.enabled=false \
  --exclude 'test/consumers/**' --exclude 'test/**/killed*.test.ts' "$@"
