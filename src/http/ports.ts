import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** An address to listen on, and the settings that it comes from. */
export interface ListenAddress {
  host: string
  port: number
  settings: { host: string; port: string }
}

/** An address cannot be listened on. The message is all that an operator needs to see. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

const CONNECT_MS = 1_000

/**
 * Throws if another process listens there, or if the host is not one of this machine: before a start changes anything.
 * The port itself is not opened for the check: a proxy could connect at that moment, and would be cut off.
 */
export async function requireFree(address: ListenAddress): Promise<void> {
  const { host, port } = address
  await checkHost(host).catch((error: unknown) => {
    throw listenFailure(error, address)
  })
  if (port === 0) return
  const answers = await Promise.all(addressesOf(host).map((each) => isAnswered(each, port)))
  if (answers.includes(true)) throw new PortError(inUse(address))
}

/** What a failed attempt to listen means for an operator. Other errors are returned as they are. */
export function listenFailure(error: unknown, address: ListenAddress): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  const { host, port, settings } = address
  if (code === 'EADDRINUSE') return new PortError(inUse(address))
  if (code === 'EACCES')
    return new PortError(
      `This process may not use port ${port} of ${host}. Set ${settings.port} to 1024 or higher.`,
    )
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new PortError(
      `${settings.host} ${host} is not an address of this machine. Set ${settings.host} to 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}

const inUse = ({ host, port, settings }: ListenAddress) =>
  `Port ${port} of ${host} is in use. Stop the process that uses it, or set ${settings.port} to another port (0 for any free one).`

/** Listens on any free port of the host for a moment. */
async function checkHost(host: string): Promise<void> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  server.close()
}

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'

/** The addresses at which a process would have to listen to be in the way. */
function addressesOf(host: string): string[] {
  if (!isWildcard(host)) return [host]
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: CONNECT_MS })
    const settle = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    // A connection from a random port of this machine can be one with itself.
    socket.once('connect', () => settle(socket.localPort !== port))
    for (const event of ['error', 'timeout']) socket.once(event, () => settle(false))
  })
}
