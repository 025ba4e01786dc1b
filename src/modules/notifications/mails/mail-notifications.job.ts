import type { JobContext, PeriodicContext } from '../../../core/operations/module.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type EnqueueOptions, enqueue } from '../../../platform/queue.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { isMailConfigured, sendMail } from '../../mail/index.ts'
import { mailFrequency } from '../notification-preferences.ts'
import { ABOUT_COLUMNS, isShown, notificationsFrom } from '../notifications.loaders.ts'
import { findPages, type PageColumns } from '../notifications.pages.ts'
import { type DueNotification, digestOf } from './digest.ts'
import { MAIL_NOTIFICATIONS } from './mail-notifications.queue.ts'
import { createStopLinks } from './stop-mails.ts'

/** The users whom one transaction mails. */
const USERS = 100

/** Takes what is due for some users, so that it is mailed once. */
const TAKE = statement<{ id: string; userId: string }>({
  name: 'takeDueNotifications',
  text: `WITH due AS MATERIALIZED (SELECT DISTINCT n."userId" FROM "Notification" n WHERE n."mailAt" <= $1
      ORDER BY n."userId" LIMIT ${USERS})
    UPDATE "Notification" n SET "mailAt" = NULL FROM due
    WHERE n."userId" = due."userId" AND n."mailAt" <= $1 RETURNING n."id", n."userId"`,
})

const OF_USER = 'n."userId"'

/**
 * What of it is still worth a mail: what the user can see, has not read, and still wants to be mailed. The accounts are
 * locked, so that nothing is written for a user who is deleted meanwhile.
 */
const READ = statement<Omit<DueNotification, 'page'> & PageColumns>({
  name: 'dueNotifications',
  text: `SELECT n."userId", u."email", u."displayName", p."language", n."kind", n."spaceId", n."organizationId",
      n."changeRequestId", a."displayName" AS "actorName", ${ABOUT_COLUMNS}
    FROM ${notificationsFrom(OF_USER)} JOIN "User" u ON u."id" = n."userId" AND u."deletedAt" IS NULL
    LEFT JOIN "Preferences" p ON p."userId" = n."userId"
    WHERE n."id" = ANY($1) AND u."email" IS NOT NULL AND ${isShown(OF_USER)}
      AND NOT EXISTS (SELECT 1 FROM "DisabledUser" off WHERE off."userId" = n."userId")
      AND (n."status" = 'unread' OR (n."status" = 'done' AND n."updatedAt" = n."createdAt"))
      AND ${mailFrequency('n."kind"')} <> 'never'
    ORDER BY n."userId", n."position" FOR KEY SHARE OF u`,
})

/** The job: one mail to each user for whom something is due. */
export async function runMailNotifications(_payload: unknown, ctx: JobContext): Promise<void> {
  if (!isMailConfigured(ctx.settings)) return
  let users = USERS
  while (users === USERS) {
    ctx.signal.throwIfAborted()
    users = await ctx.database.transaction((tx, db) => mailSome(ctx, tx, db))
  }
}

/** Returns the number of users for whom something was due. */
async function mailSome(ctx: JobContext, tx: Prisma.TransactionClient, db: Queryable): Promise<number> {
  const now = ctx.now()
  const taken = await db.query(TAKE, [now])
  if (taken.length === 0) return 0
  const rows = await db.query(READ, [taken.map(({ id }) => id)])
  const pages = await findPages(db, rows)
  const byUser = new Map<string, [DueNotification, ...DueNotification[]]>()
  for (const [index, row] of rows.entries()) {
    const due = { ...row, page: pages[index] ?? null }
    const known = byUser.get(row.userId)
    if (known) known.push(due)
    else byUser.set(row.userId, [due])
  }
  const origin = ctx.settings.origin()
  const stopLinks = await createStopLinks(tx, [...byUser.keys()], { origin, now })
  const urls = { app: (path: string) => `${origin}/app${path}` }
  const mailing = {
    now: ctx.now,
    tools: ctx,
    enqueue: (name: string, payload: object, options: EnqueueOptions) => enqueue(tx, name, payload, options),
  }
  await Promise.all(
    [...byUser].map(([userId, due]) =>
      sendMail(mailing, digestOf(due, urls, stopLinks.get(userId) ?? origin)),
    ),
  )
  return new Set(taken.map(({ userId }) => userId)).size
}

const IS_DUE = statement<{ isDue: boolean }>({
  name: 'isNotificationMailDue',
  text: `SELECT EXISTS (SELECT 1 FROM "Notification" n WHERE n."mailAt" <= $1) AS "isDue"`,
})

/** Starts the job for hourly and daily mails. */
export async function enqueueDueMails({ database, now, settings }: PeriodicContext): Promise<void> {
  if (!isMailConfigured(settings)) return
  const [found] = await database.query(IS_DUE, [now])
  if (!found?.isDue) return
  await database.transaction((tx) =>
    enqueue(tx, MAIL_NOTIFICATIONS, {}, { organizationId: '', jobKey: 'due' }),
  )
}
