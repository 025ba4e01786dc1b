import type pg from 'pg'
import { newId } from '../src/core/ids.ts'

const SPACES = 40

/** Creates spaces without pages. */
export async function seedSpaces(
  client: pg.Client,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ({ space: newId('Space'), revision: newId('Revision') }))
  for (const { space, revision } of ids) {
    await client.query(
      `INSERT INTO "Space" ("id", "organizationId", "title", "emoji", "orderKey", "revisionId", "createdAt", "updatedAt")
        VALUES ($1, $2, 'Bench', '📘', $1, $3, now(), now())`,
      [space, organizationId, revision],
    )
    await client.query(
      `INSERT INTO "Revision" ("id", "spaceId", "type", "parents", "createdAt") VALUES ($1, $2, 'edits', '{}', now())`,
      [revision, space],
    )
  }
  return ids.map(({ space }) => space)
}

export interface SeededSite {
  id: string
  sectionIds: string[]
}

/** A public site with this number of sections, each with this number of site spaces. */
export async function seedSite(
  client: pg.Client,
  organizationId: string,
  { sections, siteSpaces }: { sections: number; siteSpaces: number },
): Promise<SeededSite> {
  const spaces = await seedSpaces(client, organizationId, SPACES)
  const id = newId('Site')
  await client.query(
    `INSERT INTO "Site" ("id", "organizationId", "title", "publishedAt") VALUES ($1, $2, 'Bench', now())`,
    [id, organizationId],
  )
  const keyOf = (n: number) => `b${String(n).padStart(4, '0')}V`
  const sectionIds = Array.from({ length: sections }, () => newId('SiteSection'))
  for (const [n, sectionId] of sectionIds.entries()) {
    await client.query(
      `INSERT INTO "SiteSection" ("id", "siteId", "parentId", "title", "path", "isDefault", "orderKey")
        VALUES ($1, $2, $2, $3, $4, $5, $6)`,
      [sectionId, id, `Section ${n}`, `s${n}`, n === 0, keyOf(n)],
    )
    for (let at = 0; at < siteSpaces; at++) {
      await client.query(
        `INSERT INTO "SiteSpace" ("id", "siteId", "sectionId", "parentId", "spaceId", "path", "isDefault", "orderKey")
          VALUES ($1, $2, $3, $3, $4, $5, $6, $7)`,
        [newId('SiteSpace'), id, sectionId, spaces[(n + at) % SPACES], `v${at}`, at === 0, keyOf(at)],
      )
    }
  }
  return { id, sectionIds }
}
