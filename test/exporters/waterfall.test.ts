import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/exporters/printable.js'
import { renderWaterfall } from '../../src/exporters/waterfall.js'
import { storedLog, storedSpan } from './support/stored-spans.js'

const search = [
  storedSpan({ id: '1', name: 'execute_tool search-files', at: [0, 142], outcome: 'ok' }),
  storedSpan({
    id: '2',
    parent: '1',
    name: 'read directory',
    at: [0, 12],
    events: [{ name: 'found 48 files', at: 5, attributes: { 'log.severity': 'info', count: 48 } }],
  }),
  storedSpan({ id: '3', parent: '1', name: 'scan', at: [13, 134] }),
  storedSpan({ id: '4', parent: '3', name: 'attempt 1', at: [14, 54], error: 'no such file' }),
  storedSpan({ id: '5', parent: '3', name: 'attempt 2', at: [60, 130.5], outcome: 'timeout', error: true }),
]

const lines = (text: string) => text.split('\n')

test('A trace is a tree with outcomes, durations, bars on one axis, and logs beneath', () => {
  expect(renderWaterfall(search, [], { width: 84 })).toBe(
    [
      'trace 4bf92f3577b34da6a3ce929d0e0e4736 · 5 spans · 142 ms · 2 errors',
      'execute_tool search-files  ok         142 ms  ██████████████████████████████████████',
      '├─ read directory                      12 ms  ███▎',
      '│    info  found 48 files  count=48',
      '└─ scan                               121 ms     ████████████████████████████████▉',
      '   ├─ attempt 1            ✗ error     40 ms     ███████████▌',
      '   │    error no such file',
      '   └─ attempt 2            ✗ timeout   71 ms                  ██████████████████▉',
    ].join('\n'),
  )
})

test('The ASCII form says the same without a character that is not ASCII', () => {
  const drawn = renderWaterfall(search, [], { width: 84, unicode: false })
  expect(drawn).toBe(
    [
      'trace 4bf92f3577b34da6a3ce929d0e0e4736 - 5 spans - 142 ms - 2 errors',
      'execute_tool search-files  ok         142 ms  ======================================',
      '|- read directory                      12 ms  ===',
      '|    info  found 48 files  count=48',
      '`- scan                               121 ms     =================================',
      '   |- attempt 1            x error     40 ms     ===========',
      '   |    error no such file',
      '   `- attempt 2            x timeout   71 ms                  ===================',
    ].join('\n'),
  )
})

test('Colours change no column', () => {
  const colored = renderWaterfall(search, [], { width: 84, color: true })
  expect(colored).toContain('\u001b[31m')
  const plain = renderWaterfall(search, [], { width: 84 })
  const stripped = lines(stripVTControlCharacters(colored)).map(line => line.trimEnd())
  expect(stripped).toEqual(lines(plain))
})

test('A span whose parent is missing stands at the root with a mark', () => {
  const spans = [
    storedSpan({ id: '1', name: 'root', at: [0, 10] }),
    storedSpan({ id: '2', parent: '9', name: 'lost', at: [2, 4] }),
    storedSpan({ id: '3', parent: '2', name: 'its child', at: [2, 3] }),
  ]
  expect(lines(renderWaterfall(spans, [], { width: 60 })).slice(1)).toEqual(
    [
      'root             10 ms  ████████████████████████████████████',
      '┄ lost          2.0 ms         ███████▎',
      '│ parent 0000000000000009 is not here',
      '└─ its child    1.0 ms         ███▋',
    ].map(line => expect.stringContaining(line.slice(0, 12))),
  )
})

test('Spans in a cycle are each drawn once, from the earliest', () => {
  const spans = [
    storedSpan({ id: '1', parent: '2', name: 'hen', at: [0, 10] }),
    storedSpan({ id: '2', parent: '1', name: 'egg', at: [1, 9] }),
    storedSpan({ id: '3', parent: '3', name: 'self', at: [2, 3] }),
  ]
  const drawn = lines(renderWaterfall(spans)).slice(1)
  expect(drawn.map(line => line.split(/ {2,}\d|,/)[0])).toEqual([
    '┄ hen',
    '│ its own ancestor',
    '└─ egg',
    '┄ self',
    '  its own ancestor',
  ])
})

test('Escape sequences, line breaks and reordering characters in the data are written out', () => {
  const evil = '\u001b[2J\u001b]0;title\u0007\r\nfake line\u202e\u009b31m'
  const span = storedSpan({
    id: '1',
    name: evil,
    at: [0, 1],
    outcome: evil,
    error: evil,
    events: [{ name: evil, at: 0, attributes: { [evil]: evil } }],
  })
  const logs = [storedLog('1', 0, evil), storedLog(undefined, 0, { evil })]
  const drawn = renderWaterfall([{ ...span, traceId: evil, parentSpanId: evil }], logs, { width: 2000 })
  expect(drawn).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  expect(drawn).toContain('\\e[2J\\e]0;title\\u0007\\r\\nfake line\\u202e\\u009b31m')
})

test('A log record and the span event of the same line are shown once, in time order with the others', () => {
  const span = storedSpan({
    id: '1',
    name: 'call',
    at: [0, 100],
    events: [
      { name: 'started', at: 1, attributes: { 'log.severity': 'info' } },
      {
        name: 'exception',
        at: 90,
        attributes: { 'exception.type': 'TypeError', 'exception.message': 'boom' },
      },
    ],
    error: 'boom',
  })
  const logs = [
    storedLog('1', 50, 'half way', { severityNumber: 13 }),
    storedLog('1', 1.2, 'started'),
    storedLog('1', 91, null, {
      severityNumber: 17,
      eventName: 'toolspan.tool.exception',
      attributes: { 'exception.type': 'TypeError', 'exception.message': 'boom' },
    }),
    storedLog('8', 70, { no: 'span' }),
  ]
  expect(lines(renderWaterfall([span], logs)).slice(2)).toEqual(
    ['  info  started', '  warn  half way', '  error TypeError: boom', 'info  {"no":"span"}'].map(line =>
      expect.stringMatching(new RegExp(`^ *${line.trim().replace(/[{}"]/g, '\\$&')}$`)),
    ),
  )
})

test('Long names and messages are cut to the width, and wide characters count as two columns', () => {
  const spans = [
    storedSpan({ id: '1', name: '検索ツール'.repeat(20), at: [0, 10], outcome: 'ok' }),
    storedSpan({ id: '2', parent: '1', name: 'x'.repeat(300), at: [1, 3], error: 'm'.repeat(300) }),
  ]
  const drawn = lines(renderWaterfall(spans, [], { width: 80 }))
  for (const line of drawn) expect(columnsOf(line)).toBeLessThanOrEqual(80)
  expect(drawn[1]).toContain('…')
})

test('A chain of ten thousand spans is drawn with its names in sight', () => {
  const spans = Array.from({ length: 10_000 }, (_, index) =>
    storedSpan({
      id: String(index + 1),
      parent: index ? String(index) : undefined,
      name: `level ${index}`,
      at: [0, 1],
    }),
  )
  const drawn = lines(renderWaterfall(spans))
  expect(drawn).toHaveLength(10_001)
  expect(drawn.at(-1)).toContain('level 9999')
})

test('A span without duration, a child that outlives its parent and no spans at all are drawn', () => {
  expect(renderWaterfall([])).toBe('no spans')
  const instant = storedSpan({ id: '1', name: 'instant', at: [0, 0] })
  expect(renderWaterfall([instant])).toContain('instant')
  const outliving = [instant, storedSpan({ id: '2', parent: '1', name: 'later', at: [5, 20] })]
  expect(lines(renderWaterfall(outliving))[0]).toContain('20 ms')
})
