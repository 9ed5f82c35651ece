/** Scenarios of the conformance suite of MCP that do not apply to a server of tools, and why. */
export const DOES_NOT_APPLY: Record<string, string> = {
  'completion-complete': 'completes arguments of prompts and resources; `serveTools` serves tools',
  'tools-call-sampling':
    'asks the client for a model; a tool that needs one calls it itself (deprecated from protocol 2026-07-28 on)',
  'server-sse-polling':
    'closes the stream of a call and goes on with it later, which needs a store of events of your own',
  'resources-list': 'is about resources',
  'resources-read-text': 'is about resources',
  'resources-read-binary': 'is about resources',
  'resources-templates-read': 'is about resources',
  'resources-subscribe': 'is about resources',
  'resources-unsubscribe': 'is about resources',
  'prompts-list': 'is about prompts',
  'prompts-get-simple': 'is about prompts',
  'prompts-get-with-args': 'is about prompts',
  'prompts-get-embedded-resource': 'is about prompts',
  'prompts-get-with-image': 'is about prompts',
}
