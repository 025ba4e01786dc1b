import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { startReceiver } from '../support/receiver.ts'
import { demoSpace, makeDataDir, rest, ServerProcess } from '../support/server-process.ts'

// Two processes start, and one is killed.
vi.setConfig({ testTimeout: 90_000 })

const data = makeDataDir()
const token = 'qre_for-the-tests-of-the-process'
let url = ''
const running = new Set<ServerProcess>()

beforeAll(async () => {
  url = await createDatabase()
})
afterEach(async () => {
  for (const server of running) await server.end('SIGKILL')
})
afterAll(async () => {
  await dropDatabase(url)
  data.remove()
})

function start(allow: string): ServerProcess {
  const server = new ServerProcess({
    DATA_DIR: data.path,
    DATABASE_URL: url,
    BOOTSTRAP_TOKEN: token,
    OUTBOUND_ALLOW: allow,
    EVENT_POLL_MS: '200',
    JOB_LEASE_MS: '1000',
  })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

describe('a node that is killed while it delivers', () => {
  it('loses no event: another node delivers the rest, in order', async () => {
    const receiver = await startReceiver()
    const doomed = start(receiver.host)
    const first = await doomed.ready()
    const space = await demoSpace(first, token)
    const organization = ((await rest(first, '/orgs', token)).body.items as { id: string }[])[0]?.id
    const posted = async (origin: string) => {
      const log = await rest(origin, `/orgs/${organization}/events?types=comment.posted&limit=1000`, token)
      return (log.body.items as { subject: { comment: string } }[]).map(({ subject }) => subject.comment)
    }
    // The comments of the guide, which precede the webhook.
    const earlier = await posted(first)
    const hook = { url: receiver.url, events: ['comment.posted'] }
    expect((await rest(first, `/orgs/${organization}/webhooks`, token, hook)).status).toBe(201)

    const acknowledged: string[] = []
    const postTo = async (origin: string) => {
      const body = { body: { markdown: 'Hello' } }
      const answer = await rest(origin, `/spaces/${space}/comments`, token, body).catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(answer.body.id as string)
    }
    for (let index = 0; index < 10; index++) await postTo(first)
    await receiver.inbox.take(10)
    // From here on the receiver does not respond: the node is killed during a delivery, with others queued.
    receiver.answer = () => 'silence'
    for (let index = 0; index < 10; index++) await postTo(first)
    await receiver.inbox.next()
    const surviving = start(receiver.host)
    const second = await surviving.ready()
    const posting = Promise.all(Array.from({ length: 10 }, () => postTo(first)))
    await doomed.end('SIGKILL')
    await posting
    receiver.answer = () => ({ status: 200 })
    for (let index = 0; index < 10; index++) await postTo(second)

    expect(acknowledged.length).toBeGreaterThanOrEqual(30)
    const arrived = () => [...new Set(receiver.inbox.all.map(({ body }) => body.subject.comment))]
    await vi.waitFor(() => expect(acknowledged.filter((id) => !arrived().includes(id))).toEqual([]), {
      timeout: 30_000,
      interval: 50,
    })
    // Committed comments without a response are delivered as well, in the order of the event log.
    expect(arrived()).toEqual((await posted(second)).slice(earlier.length))
    expect((await surviving.end('SIGTERM')).code).toBe(0)
    await receiver.close()
  })
})
