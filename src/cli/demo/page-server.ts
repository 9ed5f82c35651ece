import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A web server on loopback whose pages are files of this package. */
export interface PageServer {
  url: string
  close(): Promise<void>
}

const SLOW_MS = 2_000
const BUSY_ANSWERS = 2

/**
 * Starts a server on a free port of loopback.
 *
 * `/pages/<name>` answers with a file, `/slow/<name>` takes two seconds, `/busy/<name>` answers 503 twice before.
 */
export async function startPageServer(files: readonly string[]): Promise<PageServer> {
  const pages = new Map(files.map(file => [basename(file), file]))
  const asked = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const [, kind = '', name = ''] = (request.url ?? '').split('/')
    const file = pages.get(decodeURIComponent(name))
    if (!file) return end(response, 404, 'No such page')
    if (kind === 'slow') await pause(SLOW_MS, undefined, { ref: false })
    const times = (asked.get(name) ?? 0) + 1
    if (kind === 'busy') asked.set(name, times)
    if (kind === 'busy' && times <= BUSY_ANSWERS) return end(response, 503, 'Busy')
    end(response, 200, toPage(name, await readFile(file, 'utf8'), [...pages.keys()]))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function end(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

function toPage(name: string, text: string, names: string[]): string {
  const links = names.map(other => `<a href="/pages/${other}">${other}</a>`).join(' ')
  return `<!doctype html><title>${name}</title><nav>${links}</nav><pre>${escapeHtml(text)}</pre>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
