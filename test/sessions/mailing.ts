import { afterAll, expect } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type ReceivedMail, startMailServer } from '../support/mail-server.ts'

/** An app that sends mail to a real server, for all tests of the file that calls this at its top level. */
export async function mailingAppForFile(environment: Record<string, string> = {}) {
  const server = await startMailServer()
  const t = await startApp({
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Quire <quire@example.com>',
      RUN_JOBS: 'true',
      ...environment,
    },
  })
  afterAll(async () => {
    await t.close()
    await server.close()
  })
  /** All mails to an address so far. */
  const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
    await worked(t)
    return server.received.filter(({ to }) => to.includes(address))
  }
  /** The path of the link in the last mail to an address. */
  const linkFor = async (address: string): Promise<string> => {
    const mail = (await mailsTo(address)).at(-1)
    const link = /\/app\/\S+#\S+/.exec(mail?.parsed.text ?? '')?.[0]
    expect(link, `a link in a mail to ${address}`).toBeDefined()
    return link ?? ''
  }
  const secretFor = async (address: string): Promise<string> => (await linkFor(address)).split('#')[1] ?? ''
  return { t, mailsTo, linkFor, secretFor }
}

/** Waits until all jobs are done, also those that jobs have enqueued. */
async function worked({ app, db }: TestApp): Promise<void> {
  do {
    app.background.onJobQueued()
    await app.background.idle()
  } while ((await db.database.prisma.queuedJob.count({ where: { isDue: true, failedAt: null } })) > 0)
}

/** The statements of a request, without those of jobs, webhooks, tokens and readers of events, which run beside it. */
export const statementsOf = ({ db }: TestApp): string[] =>
  db.statements
    .map(({ text }) => text)
    .filter(
      (text) =>
        !/QueuedJob|NOTIFY|Notification|Webhook|ApiToken|FROM "Event"|SELECT 1$|^(?:BEGIN|COMMIT)$/i.test(
          text,
        ),
    )
