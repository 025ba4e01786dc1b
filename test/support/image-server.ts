import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine with these files, for the tests of a file. */
export async function startImageServer(files: Record<string, string | Buffer>) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const file = files[path]
    if (file === undefined) response.writeHead(404).end()
    else response.end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The value for OUTBOUND_ALLOW. */
    host: `127.0.0.1:${port}`,
    /** The paths that were requested. */
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
