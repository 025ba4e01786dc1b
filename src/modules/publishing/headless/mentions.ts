import { MeteredCache } from '../../../platform/observing/metered-cache.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { hashOf } from '../../revisions/index.ts'
import { SpacePages } from '../pages/space-pages.ts'
import type { Reader } from '../reading/visits.ts'

const MENTIONING = statement<{ hash: string }>({
  name: 'textsMentioning',
  text: `SELECT d."hash" FROM "Document" d WHERE d."spaceId" = $1 AND d."hash" = ANY($2)
    AND EXISTS (SELECT 1 FROM unnest($3::text[]) AS wanted(text) WHERE strpos(d."markdown", wanted.text) > 0)`,
})

/** The pages of a revision that mention something, and whether a reusable content does. */
interface Mentions {
  pages: readonly string[]
  isReusable: boolean
}

const ENTRY_BYTES = 200
const CACHE_BYTES = 4 * 1024 * 1024

/** By the revision and the texts. All texts of a space are searched, so it is done once for each revision. */
const recent = new MeteredCache<string, Mentions>('mentions', {
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ pages }) => ENTRY_BYTES + 60 * pages.length,
})

async function mentionsIn(
  { snapshot, row }: SpacePages,
  reader: Reader,
  texts: readonly string[],
): Promise<Mentions> {
  const content = reader.known.contents.get(row.spaceId)
  const key = `${content?.id} ${hashOf(JSON.stringify(texts))}`
  const known = recent.get(key)
  if (known) return known
  const [pages, reusables] = await Promise.all([snapshot.allPages(), snapshot.allReusables()])
  const hashes = [...pages.values(), ...reusables.values()].flatMap(({ document }) => document ?? [])
  const rows = await reader.ctx.db.query(MENTIONING, [row.spaceId, hashes, texts])
  const found = new Set(rows.map(({ hash }) => hash))
  const isComputedFrom = (source: unknown) => {
    const written = source === undefined ? '' : JSON.stringify(source)
    return texts.some((text) => written.includes(text))
  }
  const mentions = {
    pages: [...pages].flatMap(([id, { document, computed }]) =>
      (document && found.has(document)) || isComputedFrom(computed) ? [id] : [],
    ),
    isReusable: [...reusables.values()].some(({ document }) => document && found.has(document)),
  }
  recent.set(key, mentions)
  return mentions
}

/** Whether a page that the reader sees, or a reusable content of a space of the site, contains one of the texts. */
export async function isMentioned(reader: Reader, texts: readonly string[]): Promise<boolean> {
  for (const row of reader.shown.siteSpaces) {
    const pages = new SpacePages(reader, row)
    const mentions = await mentionsIn(pages, reader, texts)
    if (mentions.isReusable) return true
    if (mentions.pages.length > 0 && (await pages.byId(mentions.pages)).size > 0) return true
  }
  return false
}
