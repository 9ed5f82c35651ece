import { basename, dirname, extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { loadSdk, type MakeServer, type McpSdk } from '../../adapters/mcp/host/sdk.js'
import { type HttpServing, serveHttp } from '../../adapters/mcp/host/serve-http.js'
import { serveStdio } from '../../adapters/mcp/host/serve-stdio.js'
import { serveRuntimes } from '../../adapters/mcp/serve-runtimes.js'
import { startTelemetry } from '../../exporters/start-telemetry.js'
import { VERSION } from '../../observe/version.js'
import { cliError } from '../cli-error.js'
import { deliveryWarning } from '../delivery-warning.js'
import { loadTools } from '../load-tools.js'
import { openStore } from '../open-store.js'
import { parsePort } from '../parse-port.js'
import { runtimesOf } from '../runtimes-of.js'
import { safeSentence } from '../safe-sentence.js'
import type { Session } from '../session.js'
import { untilStopped } from '../until-stopped.js'

interface McpFlags {
  http?: boolean
  port?: number
  host?: string
  allowHost?: string[]
}

const PORT = 3333
const HOST = '127.0.0.1'
/** A client waits two seconds between closing standard input and ending the process. */
const GRACE_MS = 1_500

/** Adds `toolspan mcp`. */
export function addMcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve the tools of a module over MCP')
    .argument('<module>', 'TypeScript or JavaScript file that exports tools')
    .option('--http', 'serve over HTTP, at /mcp, instead of standard input and output')
    .option(
      '--port <number>',
      `port to listen at with --http (default: ${PORT}; 0 takes a free one)`,
      parsePort,
    )
    .option('--host <address>', `address to listen at with --http (default: ${HOST})`)
    .option('--allow-host <name...>', 'further names that this machine is reached by, with --http')
    .option('--json', 'print where it listens as JSON, with --http')
    .addHelpText('after', EXAMPLES)
    .action((module: string, flags: McpFlags) => mcp(session, module, flags))
}

const EXAMPLES = `
Over standard input and output, what a tool prints goes to standard error; nothing
but the protocol is on standard output. Over HTTP, requests whose Host or Origin is
not this machine's are refused. Nobody is asked who they are: put a server that does
in front before listening beyond this machine.

The traces are kept in the local store (TOOLSPAN_DIR, else .toolspan), and sent to
OTEL_EXPORTER_OTLP_ENDPOINT if set.

Exit codes:
  0    the client closed standard input
  2    wrong arguments, no such module, a package is missing, the port is in use
  130  stopped with Ctrl-C
  143  stopped with SIGTERM

Examples:
  $ toolspan mcp tools.ts
  $ toolspan mcp tools.ts --http --port 8080
  $ claude mcp add my-tools -- npx toolspan mcp tools.ts
`

async function mcp(session: Session, module: string, flags: McpFlags): Promise<void> {
  const { cli, reporter, exits, exit } = session
  const { http = false, port = PORT, host = HOST, allowHost = [] } = flags
  if (!http && (flags.port ?? flags.host ?? flags.allowHost) !== undefined) throw cliError('needs_http')
  const loaded = await loadTools(session, module)
  const sdk = await loadSdk()
  const [first, ...others] = runtimesOf(loaded.values(), openStore(session))
  if (!first) throw cliError('no_tools', module)
  const make: MakeServer = () =>
    serveRuntimes([first, ...others], { server: sdk.newServer(nameOf(module), VERSION) })
  // A tool that cannot be served is told of at once, and not to the first client.
  await make()
  exits.blame(cliError('served_exits', module))
  const telemetry = await startTelemetry({ serviceName: 'toolspan-mcp', local: true })
  const serving = http
    ? await openHttp(sdk, make, { port, host, allowHost }).catch(async (thrown: unknown) => {
        await telemetry.shutdown()
        throw thrown
      })
    : await openStdio(session, sdk, make)
  if ('url' in serving) {
    const tools = [...loaded.keys()]
    reporter.show(() => `Serving ${tools.join(', ')} at ${serving.url}; Ctrl-C stops it.`)
    reporter.give({ url: serving.url, tools })
  }
  exit(await untilStopped(cli, serving.ended))
  await serving.close()
  const warning = deliveryWarning(await telemetry.shutdown())
  if (warning) reporter.warn(warning)
}

/** The name of a module; an index has that of its folder. */
function nameOf(path: string): string {
  const name = basename(path, extname(path))
  return name === 'index' ? basename(dirname(resolve(path))) : name
}

interface Opened extends Partial<HttpServing> {
  ended: Promise<void>
  close(): Promise<void>
}

async function openStdio({ cli }: Session, sdk: McpSdk, make: MakeServer): Promise<Opened> {
  const write = (text: string, written: () => void) => void cli.stdout.write(text, written)
  const { ended, close } = await serveStdio(sdk, make, { stdin: cli.stdin, write })
  return { ended, close: () => close(GRACE_MS) }
}

async function openHttp(
  sdk: McpSdk,
  make: MakeServer,
  { port, host, allowHost }: { port: number; host: string; allowHost: string[] },
): Promise<Opened> {
  try {
    const serving = await serveHttp(sdk.serveWeb(make), { port, host, allowedHosts: allowHost })
    return { ...serving, ended: new Promise(() => {}) }
  } catch (thrown) {
    const taken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE'
    if (taken) throw cliError('port_taken', String(port))
    throw cliError('cannot_listen', `${host}:${port}`, safeSentence(thrown))
  }
}
