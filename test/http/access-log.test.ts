import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { openRaw, WAIT } from '../support/live.ts'
import { query, send } from '../support/refusals.ts'

const t = await appForFile({ logLevel: 'info' })
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })
const spaceId = (await t.build.buildSpace({ organizationId })).id
beforeEach(() => {
  t.faults.length = 0
})

interface Line {
  level: number
  msg: string
  requestId: string
  [key: string]: unknown
}

const lines = () => t.faults as Line[]
const lineOf = (requestId: string, msg = 'request') =>
  vi.waitFor(() => {
    const found = lines().filter((line) => line.requestId === requestId && line.msg === msg)
    expect(found).toHaveLength(1)
    return found[0] as Line
  }, WAIT)

const id = (name: string) => ({ 'X-Request-Id': `access-log-${name}` })

describe('the access log', () => {
  it('has one line per REST request, with the pattern of its route and the caller', async () => {
    const path = `/v1/spaces/${spaceId}/comments?limit=7&format=markdown`
    const answer = await send(t.origin, path, { token: person.token, headers: id('rest') })
    expect(await lineOf('access-log-rest')).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/v1/spaces/:spaceId/comments',
      status: 200,
      ms: expect.any(Number),
      bytes: answer.text.length,
      user: person.user.id,
    })
  })

  it.each<[string, string, object]>([
    ['without a token', '/v1/user', { route: '/v1/user' }],
    ['to no route', '/favicon.ico', { route: null }],
    ['to check health', '/healthz', { route: '/healthz' }],
  ])('has one line for a request %s too', async (name, path, expected) => {
    const requestId = `access-log-${name.replaceAll(' ', '-')}`
    const { status } = await send(t.origin, path, { headers: { 'X-Request-Id': requestId } })
    expect(await lineOf(requestId)).toMatchObject({ method: 'GET', status, user: null, ...expected })
  })

  it('has one line per GraphQL request and per event stream, with the bytes sent', async () => {
    const document = '{ viewer { user { id } } }'
    const { token } = person
    await query(t.origin, document, { token, headers: id('graphql') })
    expect(await lineOf('access-log-graphql')).toMatchObject({
      method: 'POST',
      route: '/graphql',
      status: 200,
      user: person.user.id,
    })
    const headers = { ...id('stream'), Accept: 'text/event-stream' }
    const { text } = await query(t.origin, document, { token, headers })
    const { bytes } = await lineOf('access-log-stream')
    expect(bytes).toBeGreaterThanOrEqual(text.length)
  })

  it('records when a WebSocket opens and with which code it closes', async () => {
    const socket = await openRaw(t.origin)
    await socket.init(person.token)
    const [opened] = lines().filter(({ msg }) => msg === 'socket opened')
    expect(opened).toMatchObject({ level: 30, route: '/graphql', requestId: expect.stringMatching(/^req_/) })
    socket.socket.close(4000)
    expect(await lineOf(opened?.requestId ?? '', 'socket closed')).toMatchObject({
      code: 4000,
      user: person.user.id,
      ms: expect.any(Number),
    })
  })

  it('contains no query string and no token', async () => {
    await send(t.origin, '/v1/user?secret=hunter2', { token: person.token, headers: id('secret') })
    await send(t.origin, '/files/spc_x/abc/hunter2.png?signature=hunter2', { headers: id('files') })
    await lineOf('access-log-secret')
    await lineOf('access-log-files')
    expect(JSON.stringify(lines())).not.toContain('hunter2')
    expect(JSON.stringify(lines())).not.toContain(person.token)
  })

  it('can be switched off', async () => {
    const quiet = await startApp({ sharing: t, logLevel: 'info', environment: { ACCESS_LOG: 'false' } })
    await send(quiet.origin, '/v1/user', { token: person.token })
    await quiet.close()
    expect(quiet.faults).toEqual([])
  })
})
