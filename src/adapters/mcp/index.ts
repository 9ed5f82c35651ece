// The public names of `toolspan/mcp`. Each name is listed, so that adding one is a decision; no logic here.
export type { McpExtra } from './mcp-request.js'
export { type AnyMcpServer, type ServeToolsOptions, serveTools } from './serve-tools.js'
export type { ServingOptions } from './serving.js'
