import { z } from 'zod'
import { unauthenticated } from '../../../core/errors.ts'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import type { OneTimeCode, Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'
import { createCode } from '../codes/one-time-codes.ts'

/**
 * What a challenge is for. One for another purpose, another person or another link is not accepted, so that a person
 * never does with a passkey what another page asked for.
 */
export type ChallengePurpose =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'add'; readonly userId: string }
  | { readonly purpose: 'reauthenticate'; readonly userId: string }
  /** For the account that a link opens; `link` is its code. */
  | { readonly purpose: 'choose'; readonly link: string }

const boundTo = (bound: ChallengePurpose) => ({
  purpose: bound.purpose,
  link: bound.purpose === 'choose' ? digestOf(bound.link) : null,
})

const userOf = (bound: ChallengePurpose) => ('userId' in bound ? bound.userId : null)

/** A new challenge, which works once, for a few minutes. */
export function createChallenge(
  { database, now }: Pick<SignInOptions, 'database' | 'now'>,
  bound: ChallengePurpose,
): Promise<string> {
  return database.transaction((tx) =>
    createCode(tx, now(), { kind: 'passkey', userId: userOf(bound) ?? undefined, data: boundTo(bound) }),
  )
}

/** The columns that decide whether a challenge can be used. */
export type ChallengeRow = Pick<OneTimeCode, 'data' | 'expiresAt' | 'usedAt'> & {
  challengeUserId: string | null
}

const FIND = statement<ChallengeRow>({
  name: 'passkeyChallenge',
  text: `SELECT "userId" AS "challengeUserId", "data", "expiresAt", "usedAt" FROM "OneTimeCode"
    WHERE "digest" = $1 AND "kind" = 'passkey'`,
})

/** Throws unless a challenge that a browser has answered can be used for a purpose. */
export async function checkChallenge(
  { database, now }: Pick<SignInOptions, 'database' | 'now'>,
  challenge: string,
  bound: ChallengePurpose,
): Promise<void> {
  const [row] = await database.query(FIND, [digestOf(challenge)])
  requireChallenge(row, now(), bound)
}

/** Throws unless a challenge can be used for a purpose. */
export function requireChallenge<Row extends ChallengeRow>(
  row: Row | undefined,
  now: Date,
  bound: ChallengePurpose,
): Row {
  const { purpose, link } = boundTo(bound)
  const data = Bound.safeParse(row?.data).data
  const isBound = data?.purpose === purpose && data.link === link && row?.challengeUserId === userOf(bound)
  if (!row || !isBound) throw refusal('is not valid here')
  if (row.usedAt !== null) throw refusal('was used already')
  if (row.expiresAt <= now) throw refusal('has expired')
  return row
}

const Bound = z.object({ purpose: z.string(), link: z.string().nullable() })

const refusal = (why: string) =>
  unauthenticated(`The request that this passkey answered ${why}. Use the passkey again.`)

/** The challenge that was signed, from what a browser returned. Whether the signature is right is checked later. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    return challenge
  } catch {
    throw refusal('is not valid here')
  }
}

/** Pages of this server use passkeys themselves, never within a page of another origin. */
const ClientData = z.object({ challenge: z.string().max(100), crossOrigin: z.literal(false).optional() })

/** Uses a challenge up, in the transaction with its effect. */
export async function consumeChallenge(
  tx: Prisma.TransactionClient,
  digest: string,
  now: Date,
): Promise<void> {
  const { count } = await tx.oneTimeCode.updateMany({
    where: { digest, kind: 'passkey', usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) throw refusal('was used already')
}
