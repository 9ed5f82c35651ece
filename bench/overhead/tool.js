// The same work as a toolspan tool.
import { createTool } from 'toolspan'
import { inputSchema, outputSchema, weather } from './work.js'

export const tool = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema,
  outputSchema,
  execute: weather,
})
