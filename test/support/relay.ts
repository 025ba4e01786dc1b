import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the app and its database or its bucket with a fixed address, which can cut connections. */
export interface Relay {
  readonly port: number
  /** The port for new connections. */
  target: number
  /** How many packets clients have sent. */
  readonly packets: number
  /** If true, drops every response, like a network that lost the server. */
  silent: boolean
  /** If true, passes on nothing that clients send. */
  stalled: boolean
  /** Ends every connection at once, without closing it properly. */
  cut(): void
  /** Cuts after this many more packets from clients; the last one arrives at the server or is lost. */
  cutAt(packets: number, last: 'arrives' | 'is lost'): void
  close(): Promise<void>
}

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let packets = 0
  let trap: { at: number; last: 'arrives' | 'is lost' } | undefined

  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    const upstream = connect(relay.target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    upstream.on('data', (chunk) => {
      if (!relay.silent) client.write(chunk)
    })
    client.on('data', (chunk) => {
      packets++
      if (relay.stalled) return
      if (!trap || packets < trap.at) {
        upstream.write(chunk)
        return
      }
      const { last } = trap
      trap = undefined
      if (last === 'is lost') return cut()
      // The response is lost and not the packet: the server has received it once it begins to respond.
      upstream.removeAllListeners('data')
      upstream.once('data', cut)
      upstream.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The relay has no port.')

  const relay: Relay = {
    port: address.port,
    target,
    silent: false,
    stalled: false,
    get packets() {
      return packets
    },
    cut,
    cutAt: (count, last) => {
      trap = { at: packets + count, last }
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return relay
}
