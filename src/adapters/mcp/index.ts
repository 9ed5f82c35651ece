// The public names of `toolspan/mcp`. Each name is listed, so that adding one is a decision; no logic here.
export type { ToolChange } from './client/client-watch.js'
export { type AnyMcpClient, type ObserveClientOptions, observeClient } from './client/observe-client.js'
export type { SeenTools, ToolPart } from './client/tool-changes.js'
export type { McpExtra } from './mcp-request.js'
export { type AnyMcpServer, type ServeToolsOptions, serveTools } from './serve-tools.js'
export type { ServingOptions } from './serving.js'
