import type { Invite, Prisma } from '../../generated/prisma/client.ts'

/** What names an invite. */
export interface InviteWith {
  /** The digest of a key. */
  digest?: string
  /** Its id, which is not secret. */
  id?: string
  /** The user to whose address it was sent, where the id alone is no proof. */
  forUser?: string
}

/** An invite, with who invites to what. */
export type KeyedInvite = Invite & {
  /** Whether the key was mailed to the address: who has it has proved that the address is theirs. */
  isMailed: boolean
  organizationTitle: string
  inviter: string | null
}

/**
 * An invite that can be used: by its key; by its id only for the user it was sent to, or for who has proved otherwise to
 * have the key. Links work only while the organization allows invite links.
 */
export async function usableInvite(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  organizationId: string,
  { digest = '', id = '', forUser }: InviteWith,
  now: Date,
): Promise<KeyedInvite | null> {
  const user = forUser ?? null
  const [invite] = await db.$queryRaw<KeyedInvite[]>`
    SELECT i.*, i."mailedKeyDigest" IS NOT DISTINCT FROM ${digest} AS "isMailed", o."title" AS "organizationTitle",
      u."displayName" AS "inviter"
    FROM "Invite" i JOIN "Organization" o ON o."id" = i."organizationId"
    LEFT JOIN "Space" s ON s."id" = i."spaceId" LEFT JOIN "User" u ON u."id" = i."createdById"
    WHERE i."organizationId" = ${organizationId}
      AND (i."keyDigest" = ${digest} OR i."mailedKeyDigest" = ${digest} OR i."id" = ${id}
        AND (${user}::text IS NULL OR i."email" = (SELECT a."email" FROM "User" a WHERE a."id" = ${user})))
      AND (o."inviteLinks" OR i."email" IS NOT NULL) AND s."deletedAt" IS NULL AND o."deletedAt" IS NULL
      AND (i."expiresAt" IS NULL OR i."expiresAt" > ${now}::timestamptz)`
  return invite ?? null
}
