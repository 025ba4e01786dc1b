import { hash } from 'node:crypto'
import { DomainError } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { enqueue } from '../../../platform/queue.ts'

/** What is needed to write and to send mail in one transaction. */
export type Mailing = Pick<WriteContext, 'tx' | 'now' | 'enqueue'> & {
  tools: Pick<WriteContext['tools'], 'secrets' | 'settings'>
}

/** A transaction that can send mail, for work that is no operation: nobody has proved yet who they are. */
export const whileMailing = <Result>(
  { database, now, tools }: Pick<SignInOptions, 'database' | 'now'> & Pick<Mailing, 'tools'>,
  work: (mailing: Mailing) => Promise<Result>,
): Promise<Result> =>
  database.transaction((tx) => work({ tx, now, tools, enqueue: (...job) => enqueue(tx, ...job) }))

/** The mails an hour that people who are not known can cause to one address. */
const MAILS_PER_HOUR = 5

/** Counts a mail to an address, whether or not it has an account. Returns false if there were too many. */
export async function mayMail(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  email: string,
  now: Date,
): Promise<boolean> {
  const key = `mail:${hash('sha256', email, 'base64url')}`
  const counted = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO "SignInBudget" AS b ("key", "points", "updatedAt")
    VALUES (${key}, ${MAILS_PER_HOUR - 1}::float8, ${now}::timestamptz)
    ON CONFLICT ("key") DO UPDATE SET "updatedAt" = EXCLUDED."updatedAt", "points" = LEAST(EXCLUDED."points" + 1,
        b."points" + (EXCLUDED."points" + 1) * extract(epoch FROM EXCLUDED."updatedAt" - b."updatedAt") / 3600) - 1
      WHERE LEAST(EXCLUDED."points" + 1,
        b."points" + (EXCLUDED."points" + 1) * extract(epoch FROM EXCLUDED."updatedAt" - b."updatedAt") / 3600) >= 1
    RETURNING b."key"`
  return counted.length > 0
}

/** The same for requests that say so. */
export async function requireMayMail(tx: Prisma.TransactionClient, email: string, now: Date): Promise<void> {
  if (await mayMail(tx, email, now)) return
  throw new DomainError(
    'rate_limited',
    `At most ${MAILS_PER_HOUR} mails an hour are sent to one address. Look for those that were sent, or try again later.`,
  )
}
