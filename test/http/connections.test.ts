import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults } from '../support/refusals.ts'

const t = await appForFile()

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

it.each([
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
  ['an upgrade at another path', `GET /elsewhere HTTP/1.1\r\nHost: quire\r\n${UPGRADE}`, 404],
  ['an upgrade that is no WebSocket', `GET /graphql HTTP/1.1\r\nHost: quire\r\n${UPGRADE}`, 400],
])(
  'a connection that is rejected for %s is closed although the client keeps its side open',
  async (_what, text, status) => {
    const { server } = t.app.http
    const open = promisify(server.getConnections.bind(server))
    const { port, hostname } = new URL(t.origin)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(text)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 15_000 })
    socket.destroy()
    expectNoFaults(t)
  },
)
