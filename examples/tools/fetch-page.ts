import { createTool } from 'toolspan'
import { z } from 'zod'

/** The server cannot answer now; another attempt may go well. */
class ServerBusyError extends Error {
  override name = 'ServerBusyError'
}

/** Fetches a page, up to three times when the server is busy. */
export const fetchPage = createTool({
  id: 'fetch-page',
  description: 'Fetches a web page and gives its title, links and number of words',
  inputSchema: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  outputSchema: z.object({
    status: z.number(),
    title: z.string(),
    words: z.number(),
    links: z.array(z.string()),
  }),
  retry: {
    maxAttempts: 3,
    delayMs: 40,
    backoff: 'exponential',
    retryable: error => error instanceof ServerBusyError,
  },
  mcp: { annotations: { title: 'Fetch a page', readOnlyHint: true, idempotentHint: true } },
  execute: async ({ url }, { observe, abortSignal, attempt }) => {
    const { status, html } = await observe.span('request', async span => {
      const response = await fetch(url, { signal: abortSignal })
      span.setAttributes({ 'http.response.status_code': response.status, 'url.full': url })
      return { status: response.status, html: await response.text() }
    })
    if (status >= 500) {
      observe.log('warn', `The server answered ${status}`, { attempt })
      throw new ServerBusyError(`${new URL(url).pathname} answered ${status}`)
    }
    if (status >= 400) throw new Error(`${new URL(url).pathname} answered ${status}`)
    const page = await observe.span('parse', () => parse(html))
    observe.log('info', `"${page.title}", ${page.words} words, ${page.links.length} links`)
    return { status, ...page }
  },
})

function parse(html: string): { title: string; words: number; links: string[] } {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '')
  const text = html.replace(/<[^>]*>/g, ' ')
  return { title, links, words: text.split(/\s+/).filter(Boolean).length }
}
