import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { DELIVERED } from './export-callback.js'
import { toStoredSpan } from './to-stored-span.js'
import { renderWaterfall, type WaterfallOptions } from './waterfall.js'

/** What the console exporter needs of a stream; `process.stderr` and `process.stdout` are such. */
export interface WaterfallStream {
  write(text: string): unknown
  columns?: number
  isTTY?: boolean
}

export interface ConsoleExporterOptions extends WaterfallOptions {
  /** Where waterfalls are drawn. Default: standard error, so that a program's output stays its own. */
  stream?: WaterfallStream
}

/** Traces held at the same time; past it the oldest is drawn as it is. */
const MAX_TRACES = 100

/** Spans held of one trace; further ones are counted. */
const MAX_SPANS = 1000

interface Pending {
  spans: ReadableSpan[]
  dropped: number
}

/**
 * Creates an exporter that draws each trace as a waterfall once its local root has ended.
 *
 * The local root is the span without a parent in this process. Give it to a `SimpleSpanProcessor` to see a trace at
 * once. Spans that end after their root are drawn at the next flush. Colours and width follow the stream, `NO_COLOR`
 * and `TERM=dumb` unless stated; a stream that is no terminal gets the texts of errors whole.
 */
export function createConsoleExporter(options: ConsoleExporterOptions = {}): SpanExporter {
  const { stream = process.stderr } = options
  const pending = new Map<string, Pending>()

  function draw(traceId: string): void {
    const trace = pending.get(traceId)
    if (!pending.delete(traceId) || trace === undefined) return
    const drawn = renderWaterfall(trace.spans.map(toStoredSpan), [], { ...defaultsFor(stream), ...options })
    const more = trace.dropped > 0 ? `\n${trace.dropped} more spans are not shown` : ''
    stream.write(`${drawn}${more}\n\n`)
  }

  function hold(span: ReadableSpan): void {
    const { traceId } = span.spanContext()
    const trace = pending.get(traceId) ?? { spans: [], dropped: 0 }
    pending.set(traceId, trace)
    if (trace.spans.length < MAX_SPANS || isLocalRoot(span)) trace.spans.push(span)
    else trace.dropped++
    const [oldest] = pending.keys()
    if (pending.size > MAX_TRACES && oldest !== undefined) draw(oldest)
  }

  function drawAll(): void {
    for (const traceId of [...pending.keys()]) draw(traceId)
  }

  return {
    export: (spans, callback) => {
      for (const span of spans) hold(span)
      for (const span of spans) if (isLocalRoot(span)) draw(span.spanContext().traceId)
      callback(DELIVERED)
    },
    forceFlush: async () => drawAll(),
    shutdown: async () => drawAll(),
  }
}

function isLocalRoot({ parentSpanContext }: ReadableSpan): boolean {
  return parentSpanContext === undefined || parentSpanContext.isRemote === true
}

function defaultsFor(stream: WaterfallStream): Required<WaterfallOptions> {
  const { NO_COLOR, TERM } = process.env
  return {
    width: stream.columns ?? 100,
    color: stream.isTTY === true && !NO_COLOR && TERM !== 'dumb',
    unicode: TERM !== 'linux' && TERM !== 'dumb',
    wholeTexts: stream.isTTY !== true,
  }
}
