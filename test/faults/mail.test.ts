import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { sendMail } from '../../src/modules/mail/index.ts'
import { enqueue } from '../../src/platform/queue.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { settingsOf } from '../../src/server/operation-tools.ts'
import { TEST_SECRET_KEY } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { Nodes } from './node.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let db: TestDatabase
let nodes: Nodes
let server: MailServer
/** The Message-IDs of the mails that arrived whole, in their order. */
const arrived: string[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  server = await startMailServer({
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        arrived.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
        // The first answer never comes: the node is killed while it waits.
        if (arrived.length > 1) done()
      })
    },
  })
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'quire@example.com', SECRET_KEY: TEST_SECRET_KEY }
  nodes = new Nodes(db.url, { RUN_JOBS: 'true', JOB_LEASE_MS: '1000', ...settings })
})
afterAll(async () => {
  await nodes.end()
  await server.close()
  await db.drop()
})

test('a mail whose node is killed before the answer arrives once more, with the same Message-ID', async () => {
  const doomed = await nodes.start()
  const tools = {
    secrets: createSecrets(db.database, { configured: TEST_SECRET_KEY, dataDir: '' }),
    settings: settingsOf(loadConfig({ SMTP_URL: server.url, MAIL_FROM: 'quire@example.com' })),
  }
  await db.database.transaction((tx) =>
    sendMail(
      { tools, now: () => new Date(), enqueue: (...job) => enqueue(tx, ...job) },
      {
        template: 'test',
        data: {},
        to: { name: null, address: 'ada@example.com' },
        language: null,
        organizationId: null,
      },
    ),
  )
  await vi.waitFor(() => expect(arrived).toHaveLength(1), PATIENCE)
  await doomed.process.end('SIGKILL')
  await nodes.start()
  await vi.waitFor(async () => expect(await db.database.prisma.queuedJob.count()).toBe(0), PATIENCE)
  expect(arrived).toHaveLength(2)
  expect(arrived[0]).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
  expect(arrived[1]).toBe(arrived[0])
})
