import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTranscript } from 'toolspan/audit'
import { MerkleFrontier } from '../../../src/audit/merkle.js'
import { signHead } from '../../../src/audit/signed-head.js'
import { linesOf, segmentsIn, writeLines } from './folder.js'
import { writeCalls } from './record.js'

/** A transcript of two processes, an older copy of it, and heads kept elsewhere. */
export interface Original {
  parent: string
  dir: string
  anchor: string
  older: string
}

/** Writes one: a process of 200 records, then a copy of all there is, then a process of 1,000 in several segments. */
export async function writeOriginal(): Promise<Original> {
  const parent = mkdtempSync(join(tmpdir(), 'toolspan-mutations-'))
  const [dir, anchor, older] = ['transcripts', 'elsewhere', 'older'].map(name => join(parent, name)) as [
    string,
    string,
    string,
  ]
  const first = openTranscript({ dir, durability: 'async', heads: anchor })
  await writeCalls(first, 100)
  await first.close()
  cpSync(dir, join(older, 'transcripts'), { recursive: true })
  cpSync(`${dir}.audit`, join(older, 'transcripts.audit'), { recursive: true })
  const second = openTranscript({ dir, durability: 'async', heads: anchor, rotateBytes: 180_000 })
  await writeCalls(second, 500, 100)
  await second.close()
  return { parent, dir, anchor, older }
}

/** A middle segment of the second writer. */
export const middle = (dir: string) => segmentsIn(dir)[2] ?? ''
export const last = (dir: string) => segmentsIn(dir).at(-1) ?? ''

export function editLines(path: string, edit: (lines: string[]) => void): void {
  const lines = linesOf(path)
  edit(lines)
  writeLines(path, lines)
}

/** Every record is chained; a hash that is made anew makes the next one, until somebody has to sign. */
function rechain(lines: string[], from: number, sign?: (line: Record<string, never>) => void): void {
  let prev = hashOf(lines[from - 1] ?? '')
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const at = line.indexOf(',"hash":"')
    const record = JSON.parse(`${line.slice(0, at)}}`)
    record.prev = prev
    sign?.(record)
    const covered = JSON.stringify(record)
    prev = createHash('sha256')
      .update(Buffer.concat([Buffer.from([0]), Buffer.from(covered)]))
      .digest('base64')
    lines[index] = `${covered.slice(0, -1)},"hash":"${prev}"${line.slice(at + 54)}`
  }
}

const hashOf = (line: string) => /,"hash":"([^"]+)"/.exec(line)?.[1] ?? ''

/** What somebody may do to a transcript. */
export const CHANGES: [name: string, change: (dir: string, original: Original) => void][] = [
  ['a record is deleted', dir => editLines(middle(dir), lines => lines.splice(40, 1))],
  ['three records are deleted', dir => editLines(middle(dir), lines => lines.splice(40, 3))],
  [
    'a line is put in',
    dir => editLines(middle(dir), lines => lines.splice(40, 0, '{"v":1,"type":"tool.output"}')),
  ],
  ['a record is copied', dir => editLines(middle(dir), lines => lines.splice(40, 0, lines[39] ?? ''))],
  ['an old record is put in', dir => editLines(middle(dir), lines => lines.splice(40, 0, lines[2] ?? ''))],
  [
    'two records change places',
    dir => editLines(middle(dir), lines => lines.splice(40, 2, lines[41] ?? '', lines[40] ?? '')),
  ],
  ['the first record is deleted', dir => editLines(segmentsIn(dir)[0] ?? '', lines => lines.splice(0, 1))],
  [
    'a record of another writer is put in',
    dir => editLines(middle(dir), lines => lines.splice(40, 1, linesOf(segmentsIn(dir)[0] ?? '')[40] ?? '')),
  ],
  ...[1, 2, 3, 10, 100].map((count): [string, (dir: string) => void] => [
    `the last ${count} records are cut off`,
    dir => editLines(last(dir), lines => lines.splice(-count)),
  ]),
  ['the last byte is cut off', dir => truncateSync(last(dir), readFileSync(last(dir)).length - 1)],
  ['the first segment is deleted', dir => rmSync(segmentsIn(dir)[1] ?? '')],
  ['a segment in the middle is deleted', dir => rmSync(middle(dir))],
  ['the last segment is deleted', dir => rmSync(last(dir))],
  ['a whole writer is deleted', dir => rmSync(segmentsIn(dir)[0] ?? '')],
  [
    'a whole writer is deleted, also from the register and the heads',
    dir => {
      rmSync(segmentsIn(dir)[0] ?? '')
      for (const file of ['writers.jsonl', 'heads.jsonl']) {
        const path = join(`${dir}.audit`, file)
        const writer = JSON.parse(linesOf(path)[0] ?? '').writer
        editLines(path, lines =>
          lines.splice(0, lines.length, ...lines.filter(line => !line.includes(writer))),
        )
      }
    },
  ],
  [
    'the content of a record is blanked',
    dir =>
      editLines(middle(dir), lines => {
        lines[40] = (lines[40] ?? '').replace(
          /(,"hash":"[^"]+")(.*)\}$/,
          (_, hash, tail) => `${hash}${' '.repeat(tail.length)}}`,
        )
      }),
  ],
  [
    'the content of a record is taken out',
    dir =>
      editLines(middle(dir), lines => {
        lines[40] = (lines[40] ?? '').replace(/(,"hash":"[^"]+").*\}$/, '$1}')
      }),
  ],
  [
    'a record is changed and the chain behind it made anew',
    dir =>
      editLines(last(dir), lines => {
        lines[5] = (lines[5] ?? '').replace('look-up', 'look-at')
        rechain(lines, 5)
      }),
  ],
  [
    'the end is replaced by a chain of its own, with the signatures left out',
    dir =>
      editLines(last(dir), lines => {
        lines.splice(20, lines.length)
        rechain(lines, 10)
      }),
  ],
  ['everything is signed again with another key', resign],
  ['everything is signed again with another key that is put beside it', dir => writeKey(dir, resign(dir))],
  ['all is rolled back to an older copy', rollBack],
]

const stranger = generateKeyPairSync('ed25519')
const strangersId = createHash('sha256')
  .update(stranger.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  .digest('hex')
  .slice(0, 16)

/** Changes a record of the last writer and signs its whole chain with a key of one's own. */
export function resign(dir: string): string {
  const paths = segmentsIn(dir).slice(1)
  const lengths = paths.map(path => linesOf(path).length)
  const lines = paths.flatMap(linesOf)
  const tree = new MerkleFrontier()
  lines[40] = (lines[40] ?? '').replace('look-up', 'look-at')
  const key = createPrivateKey(stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  for (let index = 0; index < lines.length; index += 1) {
    const before = index === 0 ? Buffer.alloc(32).toString('base64') : hashOf(lines[index - 1] ?? '')
    const one = [`,"hash":"${before}"`, lines[index] ?? '']
    rechain(one, 1, (record: Record<string, never>) => sign(record, tree, key))
    lines[index] = one[1] ?? ''
    tree.add(hashOf(lines[index] ?? ''))
  }
  let from = 0
  for (const [index, path] of paths.entries()) {
    writeLines(path, lines.slice(from, from + (lengths[index] ?? 0)))
    from += lengths[index] ?? 0
  }
  return strangersId
}

function sign(
  record: Record<string, unknown>,
  tree: MerkleFrontier,
  key: ReturnType<typeof createPrivateKey>,
): void {
  const { start, checkpoint, writer, ts } = record as {
    start?: { key_id: string }
    checkpoint?: { key_id: string; root: string; size: number; sig: string }
    writer: string
    ts: string
  }
  if (start) start.key_id = strangersId
  if (!checkpoint) return
  checkpoint.key_id = strangersId
  checkpoint.root = tree.root()
  checkpoint.sig = signHead({ writer, size: checkpoint.size, root: checkpoint.root, ts }, key)
}

/** Puts one's own key in the place of the one beside the transcript, and takes the heads away that tell of it. */
function writeKey(dir: string, keyId: string): void {
  const folder = join(`${dir}.audit`, 'public-keys')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  writeFileSync(join(folder, `${keyId}.pem`), stranger.publicKey.export({ type: 'spki', format: 'pem' }))
  rmSync(join(`${dir}.audit`, 'heads.jsonl'))
}

function rollBack(dir: string, { older }: Original): void {
  for (const path of [dir, `${dir}.audit`]) rmSync(path, { recursive: true })
  cpSync(join(older, 'transcripts'), dir, { recursive: true })
  cpSync(join(older, 'transcripts.audit'), `${dir}.audit`, { recursive: true })
}
