import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { stringify } from 'yaml'
import { alertRules } from './alert-rules.js'
import { auditBoard } from './audit-board.js'
import { collectorConfig } from './collector-config.js'
import { dataSources } from './data-sources.js'
import { hooksBoard } from './hooks-board.js'
import { toolDetailBoard } from './tool-detail-board.js'
import { toolsBoard } from './tools-board.js'
import { waitingBoard } from './waiting-board.js'

/** Every dashboard, by its file. */
export const BOARDS: Readonly<Record<string, () => Dashboard>> = {
  'tools.json': toolsBoard,
  'tool-detail.json': toolDetailBoard,
  'hooks-transforms-redaction.json': hooksBoard,
  'approval-background.json': waitingBoard,
  'audit.json': auditBoard,
}

const MADE = '# Made by `npm run dashboards` from the names in src/observe/names.ts.\n'

/** The files below dashboards/ that are made from the names of the telemetry, by their paths. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [name, board] of Object.entries(BOARDS)) {
    files.set(`grafana/dashboards/${name}`, `${JSON.stringify(board(), null, 2)}\n`)
  }
  files.set('prometheus/toolspan.rules.yml', MADE + yaml(alertRules()))
  files.set('otel-collector.yaml', collectorConfig())
  // Grafana fills in variables of the environment here, so that a dollar sign is written as two.
  files.set(
    'grafana/provisioning/datasources/toolspan.yaml',
    MADE + yaml(dataSources()).replaceAll('$', '$$$$'),
  )
  return files
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
