import * as api from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { importOptional } from '../../src/exporters/import-optional.js'
import { MissingPackageError } from '../../src/observe/missing-package-error.js'

const version = 'logs' in api ? '0.301.0' : '0.223.0'

test('A package that is not installed is named with the command that installs it', async () => {
  const missing = Object.assign(
    new Error("Cannot find package '@opentelemetry/sdk-node' imported from /app"),
    {
      code: 'ERR_MODULE_NOT_FOUND',
    },
  )
  const importing = importOptional('@opentelemetry/sdk-node', () => Promise.reject(missing))
  await expect(importing).rejects.toBeInstanceOf(MissingPackageError)
  await expect(importing).rejects.toMatchObject({
    message: `@opentelemetry/sdk-node is not installed; run: npm install @opentelemetry/sdk-node@${version}`,
    packageName: '@opentelemetry/sdk-node',
    installCommand: `npm install @opentelemetry/sdk-node@${version}`,
    cause: missing,
  })
})

test('A package that is installed and broken is not called missing', async () => {
  const broken = Object.assign(new Error("Cannot find package 'something-else' imported from it"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(importOptional('@opentelemetry/sdk-node', () => Promise.reject(broken))).rejects.toBe(broken)
})
