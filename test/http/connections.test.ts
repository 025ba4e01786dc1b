import type { Socket } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

it('a connection that is kept alive has the same listeners after many requests as after one', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const { token } = await t.build.buildPerson({ organizationId, role: 'admin' })
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const sockets: Socket[] = []
  t.app.http.server.on('connection', (socket: Socket) => sockets.push(socket))
  const agent = new Agent({ connections: 1 })
  // Changes of content watch whether their client is still connected.
  const change = async () => {
    const { statusCode, body } = await agent.request({
      origin: t.origin,
      path: `/v1/spaces/${spaceId}/content`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes: [{ operation: 'insert_page', title: 'Page' }] }),
    })
    await body.dump()
    expect(statusCode).toBe(200)
  }
  const listeners = () =>
    sockets.map((socket) => socket.eventNames().map((name) => socket.listenerCount(name)))
  await change()
  const before = listeners()
  for (let index = 0; index < 5; index += 1) await change()
  expect(sockets).toHaveLength(1)
  expect(listeners()).toEqual(before)
  await agent.close()
})
