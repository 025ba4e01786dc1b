import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { openRaw, untilServing, WAIT } from '../support/live.ts'

const t = await appForFile()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('an open socket does not keep the request that opened it', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const person = await t.build.buildPerson({ organizationId, role: 'comment' })
  let opened: WeakRef<IncomingMessage> | undefined
  t.app.http.server.once('upgrade', (request: IncomingMessage) => {
    opened = new WeakRef(request)
  })
  const raw = await openRaw(t.origin)
  await raw.init(person.token)
  const query = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { cursor } }'
  raw.send({ id: 'a', type: 'subscribe', payload: { query, variables: { spaceId } } })
  await untilServing(t, 1)
  expect(opened).toBeDefined()
  await vi.waitFor(() => {
    collectGarbage()
    expect(opened?.deref()).toBeUndefined()
  }, WAIT)
  raw.socket.terminate()
})
