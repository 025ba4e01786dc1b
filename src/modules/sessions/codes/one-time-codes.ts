import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../core/errors.ts'
import type { OneTimeCode, Prisma } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'

const HOUR_MS = 60 * 60 * 1000

/** The kinds of codes, and how long each works. */
export const CODE_MS = {
  /** In a link that sets up the account of the first operator. */
  setup: 24 * HOUR_MS,
  /** In a link that sets a new password. */
  reset: HOUR_MS,
  /** In a link that confirms an e-mail address. */
  email: 24 * HOUR_MS,
  /** In a link from a mail with which a person who was invited by a link goes on. */
  join: 24 * HOUR_MS,
  /** The challenge that a passkey signs. */
  passkey: HOUR_MS / 12,
  /** A sign-in at a provider that has begun. */
  provider: HOUR_MS / 6,
  /** A token with which a provider has ended sessions, so that it does so once. */
  logout: HOUR_MS / 4,
} as const

export type CodeKind = keyof typeof CODE_MS

/** 128 random bits. */
export const newCode = (): string => randomBytes(16).toString('base64url')

export interface NewCode {
  kind: CodeKind
  userId?: string | undefined
  data?: Prisma.InputJsonObject
  /** A code that another library has made. */
  code?: string
}

/** Stores a new code, and returns it: only its digest is stored. */
export async function createCode(
  tx: Pick<Prisma.TransactionClient, 'oneTimeCode'>,
  now: Date,
  { kind, userId, data = {}, code = newCode() }: NewCode,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + CODE_MS[kind])
  await tx.oneTimeCode.create({
    data: { digest: digestOf(code), kind, userId: userId ?? null, data, createdAt: now, expiresAt },
  })
  return code
}

const FIND = statement<OneTimeCode>({
  name: 'oneTimeCode',
  text: `SELECT "digest", "kind", "userId", "data", "createdAt", "expiresAt", "usedAt" FROM "OneTimeCode"
    WHERE "digest" = $1 AND "kind" = $2`,
})

/** A code that can still be used. Throws with the reason if it cannot. `another` says how to get another one. */
export async function findCode(
  db: Queryable,
  now: Date,
  { kind, code, another }: { kind: CodeKind; code: string; another: string },
): Promise<OneTimeCode> {
  const [found] = await db.query(FIND, [digestOf(code), kind])
  return requireUsable(found, now, another)
}

/**
 * Uses a code up, in the transaction with its effect: of concurrent requests with the same code, one succeeds. The row
 * stays for a while, to say that the link was used, but not its data, which can be the address of a person.
 */
export async function consumeCode(
  tx: Prisma.TransactionClient,
  now: Date,
  { kind, code, another }: { kind: CodeKind; code: string; another: string },
): Promise<OneTimeCode> {
  const digest = digestOf(code)
  const [found] = await tx.$queryRaw<OneTimeCode[]>`
    SELECT "digest", "kind", "userId", "data", "createdAt", "expiresAt", "usedAt" FROM "OneTimeCode"
    WHERE "digest" = ${digest} AND "kind" = ${kind} FOR UPDATE`
  const usable = requireUsable(found, now, another)
  await tx.oneTimeCode.update({ where: { digest }, data: { usedAt: now, data: {} } })
  return usable
}

function requireUsable(found: OneTimeCode | undefined, now: Date, another: string): OneTimeCode {
  if (found && found.usedAt === null && found.expiresAt > now) return found
  const why = !found ? 'is not valid' : found.usedAt ? 'was used already' : 'has expired'
  throw new DomainError('not_found', `This link ${why}. ${another}`)
}
