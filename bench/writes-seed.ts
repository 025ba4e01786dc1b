import type pg from 'pg'
import { newId } from '../src/core/ids.ts'
import type { Child } from './children.ts'
import { askRest } from './rest.ts'
import { seedSpaces } from './sites-seed.ts'

/** Where a connection writes. */
export interface WritePlace {
  organization: string
  space: string
  /** A comment of the space, for replies and reactions. */
  comment: string
}

/** The number of connections of the load generator: at most one place for each. */
const PLACES = 16

export type Layout = 'one space' | '16 spaces' | '16 organizations'
export type WritePlaces = Record<Layout, WritePlace[]>

/** New organizations and spaces for one run, so that every run begins with the same amount of data. */
export async function seedWrites(client: pg.Client, gateway: Child): Promise<WritePlaces> {
  const {
    rows: [member],
  } = await client.query('SELECT "userId", "organizationId" FROM "Member" LIMIT 1')
  const organizations: string[] = []
  for (let n = 0; n < PLACES; n++) {
    const id = newId('Organization')
    await client.query(
      `INSERT INTO "Organization" ("id", "title", "createdAt") VALUES ($1, 'Writes', now())`,
      [id],
    )
    await client.query(
      `INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt") VALUES ($1, $2, $3, 'admin', now())`,
      [newId('Member'), id, member.userId],
    )
    organizations.push(id)
  }
  const placesIn = async (organization: string, count: number) => {
    const places: WritePlace[] = []
    for (const space of await seedSpaces(client, organization, count)) {
      const path = `/spaces/${space}/comments`
      const { body } = await askRest<{ id: string }>(gateway, 'POST', path, { body: { markdown: 'First.' } })
      places.push({ organization, space, comment: body.id })
    }
    return places
  }
  const many: WritePlace[] = []
  for (const organization of organizations) many.push(...(await placesIn(organization, 1)))
  return {
    'one space': await placesIn(member.organizationId, 1),
    '16 spaces': await placesIn(member.organizationId, PLACES),
    '16 organizations': many,
  }
}

/** Throws unless every count and every event matches the rows. */
export async function requireConsistent(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string; n: number }>(
    `SELECT 'open comments of spaces' AS what, count(*)::int AS n FROM "Space" s WHERE s."commentsOpen" <>
        (SELECT count(*) FROM "Comment" c WHERE c."targetId" = s."id" AND c."status" = 'open')
      UNION ALL SELECT 'replies of comments', count(*)::int FROM "Comment" c WHERE c."replyCount" <>
        (SELECT count(*) FROM "CommentReply" r WHERE r."commentId" = c."id")
      UNION ALL SELECT 'reactions to comments', count(*)::int FROM "Comment" c WHERE c."reactionCount" <>
        (SELECT count(*) FROM "Reaction" x WHERE x."commentId" = c."id")
      UNION ALL SELECT 'comments without an event', count(*)::int FROM "Comment" c
        WHERE NOT EXISTS (SELECT 1 FROM "Event" e WHERE e."type" = 'comment.posted'
          AND e."organizationId" = (SELECT "organizationId" FROM "Space" WHERE "id" = c."spaceId")
          AND e."subject" = jsonb_build_object('comment', c."id"))`,
  )
  const wrong = rows.filter(({ n }) => n > 0)
  if (wrong.length > 0) throw new Error(`Wrong after the writes: ${JSON.stringify(wrong)}`)
}
