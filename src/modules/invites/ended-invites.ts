import { DomainError, notFound } from '../../core/errors.ts'
import type { PeriodicContext } from '../../core/operations/module.ts'
import type { Invite, Prisma } from '../../generated/prisma/client.ts'
import { DAY_MS, INVITE_DAYS } from './invites.model.ts'

type Keys = Pick<Invite, 'organizationId' | 'keyDigest' | 'mailedKeyDigest'>

/** Remembers the keys of invites that end, so that their links say why they do not work. */
export async function rememberEnded(
  tx: Prisma.TransactionClient,
  invites: readonly Keys[],
  { isUsed, now }: { isUsed: boolean; now: Date },
): Promise<void> {
  const data = invites.flatMap(({ organizationId, keyDigest, mailedKeyDigest }) =>
    [keyDigest, mailedKeyDigest].flatMap((digest) =>
      digest === null ? [] : { digest, organizationId, isUsed, endedAt: now },
    ),
  )
  if (data.length > 0) await tx.endedInvite.createMany({ data, skipDuplicates: true })
}

const ANOTHER = 'Ask an admin of the organization for another one.'

/** Why a key does not work, as far as it is remembered. */
export async function refusalOfKey(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  organizationId: string,
  digest: string,
): Promise<DomainError> {
  const [found] = await db.$queryRaw<{ isUsed: boolean | null }[]>`
    SELECT (SELECT e."isUsed" FROM "EndedInvite" e
        WHERE e."digest" = ${digest} AND e."organizationId" = ${organizationId}) AS "isUsed"
    WHERE EXISTS (SELECT 1 FROM "EndedInvite" e WHERE e."digest" = ${digest} AND e."organizationId" = ${organizationId})
      OR EXISTS (SELECT 1 FROM "Invite" i WHERE i."organizationId" = ${organizationId} AND i."expiresAt" IS NOT NULL
        AND (i."keyDigest" = ${digest} OR i."mailedKeyDigest" = ${digest}))`
  if (!found) return notFound('This invite')
  const why = found.isUsed === null ? 'has expired' : found.isUsed ? 'was used already' : 'was revoked'
  return new DomainError('not_found', `This invite ${why}. ${ANOTHER}`)
}

/** Forgets invites that expired long ago, and keys of ended ones. */
export async function cleanUpInvites({ database: { prisma }, now }: PeriodicContext): Promise<void> {
  const before = new Date(now.getTime() - INVITE_DAYS * DAY_MS)
  await prisma.invite.deleteMany({ where: { expiresAt: { lt: before } } })
  await prisma.endedInvite.deleteMany({ where: { endedAt: { lt: before } } })
}
