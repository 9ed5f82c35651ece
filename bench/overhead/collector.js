// A collector in a process of its own that takes everything; tells its port to whoever started it.
import { createServer } from 'node:http'

const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
