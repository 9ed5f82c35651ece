#!/usr/bin/env node
import { run } from './run.js'

// A command runs what it was asked to run, and nothing that others have left in the store of a module's runtime.
process.env['TOOLSPAN_PICK_UP'] ??= 'off'
process.exit(await run(process))
