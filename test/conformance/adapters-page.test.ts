import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { doors, LIMITS, type Limit } from './doors.js'

const PAGE = 'docs/adapters.md'
const [OPEN, CLOSE] = ['<!-- cannot -->', '<!-- /cannot -->']

/** What each way to call a tool cannot do, as the suite leaves it out there. */
function table(): string {
  const rows = doors.flatMap(({ name, cannot = {} }) =>
    Object.entries(cannot).map(([limit, why]) => `| ${name} | ${LIMITS[limit as Limit]} | ${why} |`),
  )
  return ['| way | cannot | because |', '| --- | --- | --- |', ...rows].join('\n')
}

// TOOLSPAN_WRITE_PAGES=1 writes the table anew.
test('docs/adapters.md tells what each way cannot do, and nothing else', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(OPEN)
  const [, after = ''] = rest.split(CLOSE)
  const written = `${before}${OPEN}\n\n${table()}\n\n${CLOSE}${after}`
  if (process.env['TOOLSPAN_WRITE_PAGES'] === '1') writeFileSync(PAGE, written)
  else expect(page).toBe(written)
})
