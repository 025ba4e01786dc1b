import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import type { WriteContext } from '../../src/core/operations/context.ts'
import type { Settings } from '../../src/core/settings.ts'
import { type Mail, sendMail } from '../../src/modules/mail/index.ts'
import { enqueue } from '../../src/platform/queue.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { settingsOf } from '../../src/server/operation-tools.ts'
import { startApp, TEST_SECRET_KEY, type TestApp } from '../support/app.ts'
import { type MailServer, smtpAnswer, startMailServer } from '../support/mail-server.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  // Apps before the database that they share.
  for (const part of opened.splice(0).reverse()) await part.close()
})

const CODE = 'a-code-that-opens-an-account'
const LINK = `https://docs.example.com/app/reset#${CODE}`
const ADDRESS = 'ada@example.com'

const configured = { MAIL_FROM: 'Quire <quire@example.com>', PUBLIC_URL: 'https://docs.example.com' }
const settings = settingsOf(loadConfig({ ...configured, SMTP_URL: 'smtp://localhost' }))

const nodeFor = async (SMTP_URL: string, sharing?: TestApp, RUN_JOBS = 'true'): Promise<TestApp> => {
  const environment = { ...configured, RUN_JOBS, SMTP_URL }
  const node = await startApp({ environment, ...(sharing ? { sharing } : {}) })
  opened.push(node)
  return node
}

const mailServer = async (options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> => {
  const server = await startMailServer(options)
  opened.push(server)
  return server
}

const reset = (changes: Partial<Mail> = {}): Mail =>
  ({
    template: 'passwordReset',
    data: { link: LINK, expiresAt: new Date(Date.now() + 86_400_000) },
    to: { name: 'Ada', address: ADDRESS },
    language: 'en',
    organizationId: null,
    ...changes,
  }) as Mail

/** Sends a mail as an operation does, in a transaction, which fails after it if `end` does. */
async function post(
  { db, clock }: TestApp,
  mail: Mail,
  { using = settings, end = () => {} }: { using?: Settings; end?: () => void } = {},
): Promise<boolean> {
  const secrets = createSecrets(db.database, { configured: TEST_SECRET_KEY, dataDir: '' })
  // As at the start of a node: loading the key in the transaction would take a second connection.
  await secrets.currentPrefix()
  const tools = { secrets, settings: using }
  return db.database.transaction(async (tx) => {
    const enqueueHere: WriteContext['enqueue'] = (...job) => enqueue(tx, ...job)
    const isSent = await sendMail({ tools, now: () => clock.now(), enqueue: enqueueHere }, mail)
    end()
    return isSent
  })
}

/** Waits until the node has tried everything that is due. */
async function worked({ app }: TestApp): Promise<void> {
  app.background.onJobQueued()
  await app.background.idle()
}

const jobs = (node: TestApp) => node.db.database.prisma.queuedJob.findMany({ where: { name: 'send-mail' } })
const lines = (node: TestApp) => node.faults as { msg: string; reason?: string; err?: { message: string } }[]

/** Lets the time of the next attempt come. */
function later(node: TestApp): Promise<void> {
  const { now } = node.clock
  node.clock.now = () => new Date(now().getTime() + 7_200_000)
  return worked(node)
}

/** No line of the log, and no row, says to whom a mail is, or contains its code. */
async function expectNothingTold(node: TestApp): Promise<void> {
  const told = JSON.stringify([node.faults, (await jobs(node)).map(({ id: _id, ...job }) => job)])
  expect(told).not.toContain(ADDRESS)
  expect(told).not.toContain(CODE)
}

it('sends a mail after the transaction, encrypted at rest, and once', async () => {
  const server = await mailServer()
  const node = await nodeFor(server.url, undefined, 'false')
  await post(node, reset())
  expect(await jobs(node)).toHaveLength(1)
  await expectNothingTold(node)
  await worked(await nodeFor(server.url, node))
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ from: 'quire@example.com', to: [ADDRESS], user: undefined })
  expect(server.received[0]?.parsed).toMatchObject({
    subject: 'Reset your password',
    from: { name: 'Quire', address: 'quire@example.com' },
    to: [{ name: 'Ada', address: ADDRESS }],
  })
  expect(server.received[0]?.parsed.text).toContain(LINK)
  expect(await jobs(node)).toEqual([])
})

it('sends nothing if the transaction is rolled back', async () => {
  const server = await mailServer()
  const node = await nodeFor(server.url)
  const end = () => {
    throw new Error('rolled back')
  }
  await expect(post(node, reset(), { end })).rejects.toThrow('rolled back')
  await worked(node)
  expect(server.connections()).toBe(0)
})

it('reports that there is no mail server, and enqueues nothing', async () => {
  const node = await nodeFor('smtp://127.0.0.1:1')
  expect(await post(node, reset(), { using: settingsOf(loadConfig({})) })).toBe(false)
  expect(await jobs(node)).toEqual([])
})

it('signs in, with STARTTLS where the server offers it', async () => {
  const server = await mailServer({ login: 'quire:hunter2-hunter2', disabledCommands: [] })
  const node = await nodeFor(server.url)
  expect(await post(node, reset())).toBe(true)
  await worked(node)
  expect(server.received).toMatchObject([{ user: 'quire', isEncrypted: true }])
})

it('uses TLS from the beginning with smtps', async () => {
  const server = await mailServer({ secure: true })
  const node = await nodeFor(server.url.replace('smtp:', 'smtps:'))
  await post(node, reset())
  await worked(node)
  expect(server.received).toMatchObject([{ isEncrypted: true }])
})

it('keeps mails while the password is wrong, without repeating it in the log', async () => {
  const server = await mailServer({ login: 'quire:right', disabledCommands: ['STARTTLS'] })
  const node = await nodeFor(server.url.replace('right', 'wrong-wrong-wrong'))
  await post(node, reset())
  await worked(node)
  expect(lines(node)[0]?.err?.message).toBe(
    `The mail server 127.0.0.1:${server.port} answered AUTH PLAIN with 535.`,
  )
  expect(await jobs(node)).toMatchObject([{ attempts: 1, failedAt: null }])
  await expectNothingTold(node)
})

it('delivers later what could not be delivered while the server was down', async () => {
  const first = await startMailServer()
  await first.close()
  const node = await nodeFor(first.url)
  await post(node, reset())
  await worked(node)
  expect(lines(node)[0]?.err?.message).toContain('ECONNREFUSED')
  await expectNothingTold(node)
  const second = await mailServer({ port: first.port })
  await later(node)
  expect(second.received).toHaveLength(1)
  expect(await jobs(node)).toEqual([])
})

it('tries again after a temporary refusal', async () => {
  let refusals = 2
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) => {
      refusals -= 1
      done(refusals < 0 ? null : smtpAnswer(451, `4.7.1 <${address}> is greylisted`))
    },
  })
  const node = await nodeFor(server.url)
  await post(node, reset())
  await worked(node)
  expect(lines(node)[0]?.err?.message).toMatch(/answered RCPT TO with 451 4\.7\.1\.$/)
  await later(node)
  expect(server.received).toHaveLength(0)
  await later(node)
  expect(server.received).toHaveLength(1)
  await expectNothingTold(node)
})

it.each([
  ['the recipient', { onRcptTo: 'RCPT TO' }],
  ['the mail itself', { onData: 'DATA' }],
])('does not try again when the server refuses %s', async (_what, refusal) => {
  const refuse = smtpAnswer(550, `5.1.1 <${ADDRESS}> does not exist`)
  const server = await mailServer({
    ...('onRcptTo' in refusal
      ? { onRcptTo: (_address, _session, done) => done(refuse) }
      : { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refuse)) }),
  })
  const node = await nodeFor(server.url)
  await post(node, reset())
  await worked(node)
  expect(await jobs(node)).toEqual([])
  const step = Object.values(refusal)[0]
  expect(lines(node)).toMatchObject([
    {
      msg: 'a mail was refused, and is not sent again',
      template: 'passwordReset',
      reason: `The mail server 127.0.0.1:${server.port} answered ${step} with 550 5.1.1.`,
    },
  ])
  await expectNothingTold(node)
})

it('keeps the Message-ID when the server accepts a mail and cannot say so', async () => {
  const ids: string[] = []
  const server = await mailServer({
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        ids.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
        if (ids.length > 1) return done()
        // The connection breaks before the answer.
        server.disconnectAll()
      })
    },
  })
  const node = await nodeFor(server.url)
  await post(node, reset())
  await worked(node)
  expect(await jobs(node)).toHaveLength(1)
  await later(node)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
  expect(ids[1]).toBe(ids[0])
  expect(await jobs(node)).toEqual([])
})

it('does not send a mail whose link has expired meanwhile', async () => {
  const node = await nodeFor('smtp://127.0.0.1:1')
  await post(node, reset({ data: { link: LINK, expiresAt: new Date(Date.now() + 60_000) } } as Partial<Mail>))
  await worked(node)
  await later(node)
  expect(await jobs(node)).toEqual([])
  expect(lines(node).at(-1)?.msg).toBe('a mail was not sent, because its link has expired')
})

it('sends each mail once from two nodes', async () => {
  const server = await mailServer()
  const one = await nodeFor(server.url)
  const two = await nodeFor(server.url, one)
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      post(
        one,
        reset({ to: { name: null, address: `p${index}@example.com` }, organizationId: `o${index % 3}` }),
      ),
    ),
  )
  await Promise.all([worked(one), worked(two)])
  await Promise.all([worked(one), worked(two)])
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 12 }, (_, index) => `p${index}@example.com`).sort(),
  )
})

it('sends the mail of one organization while many of another wait for their server', async () => {
  const held: (() => void)[] = []
  const sent: string[] = []
  const server = await mailServer({
    // The mails of one organization are not accepted until the test ends.
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('first')) return void held.push(done)
      sent.push(address)
      done()
    },
  })
  const node = await nodeFor(server.url)
  const postFor = (organizationId: string, name: string) =>
    post(node, reset({ organizationId, to: { name: null, address: `${name}@example.com` } }))
  await Promise.all(Array.from({ length: 12 }, (_, index) => postFor('first', `first${index}`)))
  await postFor('second', 'second')
  node.app.background.onJobQueued()
  await vi.waitFor(() => expect(sent).toEqual(['second@example.com']), 10_000)
  // The other organization has as many mails on their way as one may.
  await vi.waitFor(() => expect(held).toHaveLength(4), 10_000)
  for (const accept of held.splice(0)) accept()
})

it('stops without waiting for a server that says nothing, and leaves the mail to another node', async () => {
  let isConnected = () => {}
  const hasConnected = new Promise<void>((resolve) => {
    isConnected = resolve
  })
  const silent = createServer(() => isConnected())
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const { port } = silent.address() as AddressInfo
  const one = await nodeFor(`smtp://127.0.0.1:${port}`)
  await post(one, reset())
  one.app.background.onJobQueued()
  await hasConnected
  await one.app.background.close()
  expect(await jobs(one)).toMatchObject([{ attempts: 0, lockedBy: null }])
  const other = await mailServer()
  await worked(await nodeFor(other.url, one))
  expect(other.received).toHaveLength(1)
  await new Promise((resolve) => silent.close(resolve))
})

it('waits, when it stops, for the answer to a mail that is transmitted', async () => {
  let accept = () => {}
  let hasArrived = () => {}
  const arrival = new Promise<void>((resolve) => {
    hasArrived = resolve
  })
  let mails = 0
  const server = await mailServer({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        mails += 1
        accept = done
        hasArrived()
      })
    },
  })
  const node = await nodeFor(server.url)
  await post(node, reset())
  node.app.background.onJobQueued()
  await arrival
  const stopped = node.app.background.close()
  accept()
  await stopped
  expect(await jobs(node)).toEqual([])
  expect(mails).toBe(1)
})
