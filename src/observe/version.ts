import { createRequire } from 'node:module'

/** This package's version, stated as the instrumentation scope's. */
export const VERSION: string = createRequire(import.meta.url)('../../package.json').version
