//go:build pin

// Package jaeger pins the release of Jaeger that the tests run against; `scripts/build-jaeger.sh` builds it.
package jaeger

import _ "github.com/jaegertracing/jaeger/cmd/jaeger"
