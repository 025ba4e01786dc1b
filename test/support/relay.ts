import { connect, createServer, type Socket } from 'node:net'

/** Stands between the app and its database under one address, and can cut what passes through. */
export interface Relay {
  readonly port: number
  /** Where new connections lead. */
  target: number
  /** How many packets clients have sent. */
  readonly packets: number
  /** True swallows every answer, as a network does that lost the server without a word. */
  silent: boolean
  /** Ends every connection at once, without a goodbye. */
  cut(): void
  /** Cuts when clients have sent so many more packets; the last one arrives at the server or is lost. */
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
      if (!trap || packets < trap.at) {
        upstream.write(chunk)
        return
      }
      const { last } = trap
      trap = undefined
      if (last === 'is lost') return cut()
      // The answer is lost, not the packet: the server has it once it begins to answer.
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
