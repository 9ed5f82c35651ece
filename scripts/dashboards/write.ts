// Writes the files below dashboards/ that are made from the names of the telemetry: npm run dashboards
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './generated-files.js'

for (const [path, content] of generatedFiles()) {
  const file = join('dashboards', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
