import { expect, test } from 'vitest'
import { createConsoleExporter } from '../../src/exporters/console-exporter.js'
import { exportAll, finishedSpans } from './support/sdk-spans.js'

function recordedStream() {
  const written: string[] = []
  return { written, write: (text: string) => written.push(text), columns: 80 }
}

function parentAndChild() {
  return finishedSpans(({ start }) => {
    const parent = start('parent')
    start('child', { parent }).end()
    parent.end()
  })
}

test('A trace is drawn once its local root has ended', async () => {
  const stream = recordedStream()
  const exporter = createConsoleExporter({ stream })
  const [child, parent] = parentAndChild()
  await exportAll(exporter, child ? [child] : [])
  expect(stream.written).toEqual([])
  await exportAll(exporter, parent ? [parent] : [])
  expect(stream.written).toHaveLength(1)
  expect(stream.written[0]).toMatch(/^trace [0-9a-f]{32} · 2 spans .*\nparent .*\n└─ child .*\n\n$/)
})

test('A stream that is no terminal gets no colours', async () => {
  const stream = recordedStream()
  await exportAll(createConsoleExporter({ stream }), parentAndChild())
  expect(stream.written.join('')).not.toContain('\u001b')
})

test('Spans whose root has not ended are drawn at shutdown', async () => {
  const stream = recordedStream()
  const exporter = createConsoleExporter({ stream })
  await exportAll(exporter, parentAndChild().slice(0, 1))
  await exporter.shutdown()
  expect(stream.written.join('')).toContain('is not here')
})

test('Of many traces without a root, only so many are held', async () => {
  const stream = recordedStream()
  const exporter = createConsoleExporter({ stream })
  const children = Array.from({ length: 150 }, () => parentAndChild().slice(0, 1)).flat()
  await exportAll(exporter, children)
  expect(stream.written).toHaveLength(50)
})

test('Of a trace with many spans, only so many are held and the rest is counted', async () => {
  const stream = recordedStream()
  const spans = finishedSpans(({ start }) => {
    const parent = start('parent')
    for (let i = 0; i < 1100; i++) start('child', { parent }).end()
    parent.end()
  })
  await exportAll(createConsoleExporter({ stream }), spans)
  expect(stream.written.join('')).toMatch(/· 1001 spans ·[\s\S]*\n100 more spans are not shown\n/)
})
