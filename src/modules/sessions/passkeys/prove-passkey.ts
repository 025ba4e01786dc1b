import type { z } from 'zod'
import { forbidden, unauthenticated } from '../../../core/errors.ts'
import type { SignInOptions, SignInRequest } from '../../../core/operations/sign-in.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'
import { type ChallengePurpose, type ChallengeRow, challengeIn, requireChallenge } from './challenges.ts'
import { requirePasskeyHost } from './passkey-host.ts'
import type { PasskeyUse, ProofAnswer } from './passkeys.model.ts'
import { verifyProof } from './webauthn.ts'

interface FoundPasskey extends ChallengeRow {
  passkeyId: string | null
  userId: string | null
  publicKey: Buffer | null
  counter: number | null
  isSynced: boolean | null
  isDisabled: boolean
}

const FIND = statement<FoundPasskey>({
  name: 'passkeyToProve',
  text: `SELECT c."userId" AS "challengeUserId", c."data", c."expiresAt", c."usedAt", p."id" AS "passkeyId", p."userId",
      p."publicKey", p."counter"::float8 AS "counter", p."isSynced",
      EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = p."userId") AS "isDisabled"
    FROM "OneTimeCode" c LEFT JOIN "Passkey" p ON p."credentialId" = $2
    WHERE c."digest" = $1 AND c."kind" = 'passkey'`,
})

/** The user of the passkey with which a browser answered, and what is stored of its use. */
export async function provePasskey(
  options: SignInOptions,
  answer: z.output<typeof ProofAnswer>,
  request: SignInRequest,
  bound: Extract<ChallengePurpose, { purpose: 'sign-in' | 'reauthenticate' }>,
): Promise<{ userId: string; use: z.output<typeof PasskeyUse> }> {
  const host = requirePasskeyHost(options, request)
  const challenge = challengeIn(answer.response.clientDataJSON)
  const digest = digestOf(challenge)
  const [row] = await options.database.query(FIND, [digest, answer.id])
  const { passkeyId, userId, publicKey, counter, isSynced, isDisabled } = requireChallenge(
    row,
    options.now(),
    bound,
  )
  const isOwn = 'userId' in bound ? userId === bound.userId : userId !== null
  if (!passkeyId || !userId || !publicKey || !isOwn) {
    throw unauthenticated(
      'This passkey is not known here: it belongs to another account, or was removed from this one. Use another passkey, or sign in in another way.',
    )
  }
  const passkey = { credentialId: answer.id, publicKey, counter: counter ?? 0, isSynced: isSynced === true }
  const newCounter = await verifyProof(host, challenge, answer, passkey)
  if (isDisabled) throw forbidden('This account is disabled. Ask an operator of this instance to enable it.')
  return { userId, use: { challenge: digest, passkeyId, counter: newCounter } }
}

/** Stores a use with its effect: of concurrent requests with the same answer, one succeeds. */
export async function usePasskey(
  tx: Prisma.TransactionClient,
  { challenge, passkeyId, counter }: z.output<typeof PasskeyUse>,
  now: Date,
): Promise<void> {
  const count = await tx.$executeRaw`
    WITH used AS (UPDATE "OneTimeCode" SET "usedAt" = ${now}::timestamptz
      WHERE "digest" = ${challenge} AND "usedAt" IS NULL AND "expiresAt" > ${now}::timestamptz RETURNING 1)
    UPDATE "Passkey" SET "counter" = ${counter}::bigint, "lastUsedAt" = ${now}::timestamptz
    WHERE "id" = ${passkeyId} AND EXISTS (SELECT 1 FROM used)
      AND ("isSynced" OR "counter" < ${counter}::bigint OR ("counter" = 0 AND ${counter}::bigint = 0))`
  if (count === 0) throw unauthenticated('This answer of a passkey was used already. Use the passkey again.')
}
