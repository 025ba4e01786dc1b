import { expect, it } from 'vitest'
import { removeOldParsedTexts } from '../../src/modules/content/background/parsed-texts.ts'
import { appForFile, startApp } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { changeContent } from '../support/content.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf, tripsOf, tripsUnderLock } from '../support/statements.ts'
import { serveWeb } from '../support/web.ts'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })

const archiveOf = (pages: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: pages }, (_, n) => [
      `part-${n % 10}/page-${n}.md`,
      `# Page ${n}\n\nWords about subject ${n}.\n\n[Next](page-${n + 10}.md#part-${n})\n\n## Part ${n}\n\nMore of it.\n`,
    ]),
  )

/** Runs the jobs of imports. */
async function runJobs(): Promise<void> {
  const node = await startApp({ sharing: t, environment: { RUN_JOBS: 'true' } })
  await node.app.background.idle()
  await node.close()
}

/** Imports pages into a change request of a space that has changed since, and merges it after `meanwhile`. */
async function importedAndMerged(pages: number, meanwhile = async () => {}) {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const { id } = await t.build.buildChangeRequest({ spaceId })
  await changeContent(t, admin, spaceId, [{ operation: 'insert_page', type: 'document', title: 'Main' }])
  const archive = zipOf(archiveOf(pages))
  const web = await serveWeb((_request, response) => response.end(archive))
  const at = `/spaces/${spaceId}/change-requests/${id}`
  const sent = (path: string, body: object, status: number) => async () => {
    const answer = await callRest(t, admin, 'POST', `${at}${path}`, { body })
    expect(answer.status, answer.trace).toBe(status)
  }
  const imported = await tripsOf(
    t,
    sent('/content/import', { url: `${web.origin}/docs.zip`, source: 'zip' }, 201),
  )
  await meanwhile()
  const merged = await statementsOf(t, sent('/merge', {}, 200))
  return { spaceId, imported, merged }
}

/** Parsing hundreds of pages takes a while on a busy machine. */
const TIME_LIMIT_MS = 60_000

const readsTexts = (text: string) => text.includes('octet_length(d."markdown")')

it(
  'a change request imports and merges many pages with few statements, and reads each text once, before it locks the space',
  async () => {
    const few = await importedAndMerged(20)
    const many = await importedAndMerged(220)
    expect(many.imported.flat().length - few.imported.flat().length).toBeLessThanOrEqual(3)
    // The lock with the current revision; the content, its revision and the record of the import; events and COMMIT.
    expect(tripsUnderLock(few.imported)).toBe(3)
    expect(tripsUnderLock(many.imported)).toBe(3)
    expect(many.imported.at(-1)).toContain('COMMIT')
    // Parsed and other texts, pages of the search index, its words and its sections, once more for the second 200 pages.
    expect(many.merged.length - few.merged.length).toBeLessThanOrEqual(5 + 2)
    expect(many.merged.filter(readsTexts)).toHaveLength(2)
    const locked = many.merged.findIndex((text) => text.includes('FOR NO KEY UPDATE'))
    expect(locked).toBeGreaterThan(-1)
    expect(many.merged.slice(locked).filter(readsTexts)).toEqual([])
    const found = await callRest(t, admin, 'GET', `/spaces/${many.spaceId}/search?query=${'"subject 219"'}`)
    expect((found.body as { items: { title: string }[] }).items[0]?.title).toBe('Page 219')
    const links = await callRest(t, admin, 'GET', `/spaces/${many.spaceId}/links?status=broken&limit=100`)
    // The anchors are those of other pages.
    expect((links.body as { items: unknown[] }).items).toHaveLength(100)
  },
  TIME_LIMIT_MS,
)

/** The rows of the indexes of a space, without the ids of its pages. */
async function indexedRows(spaceId: string) {
  const { pool } = t.db.database
  const rows = async (text: string) => (await pool.query(text, [spaceId])).rows
  return {
    sections: await rows(
      `SELECT "ordinal", "anchor", "heading", "body", "words"::text FROM "SearchSection"
        WHERE "spaceId" = $1 ORDER BY "body", "ordinal"`,
    ),
    pages: await rows(
      `SELECT "titleSize", ts_delete("words", '@' || $1)::text AS "words" FROM "SearchPage"
        WHERE "spaceId" = $1 ORDER BY 2`,
    ),
    words: await rows(`SELECT "word" FROM "SearchWord" WHERE "spaceId" = $1 ORDER BY 1`),
    links: await rows(
      `SELECT "href", "relation", "nodeKey", "status", "targetKind", "wantedPath", "wantedName", "wantedAnchor"
        FROM "Link" WHERE "spaceId" = $1 ORDER BY 1, 2, 3`,
    ),
    anchors: await rows(`SELECT "anchors" FROM "PageAnchors" WHERE "spaceId" = $1 ORDER BY 1`),
  }
}

it(
  'a merge uses texts that were parsed in the background without reading or parsing them again',
  async () => {
    const parsed = await importedAndMerged(30, runJobs)
    expect(parsed.merged.filter(readsTexts)).toEqual([])
    const unparsed = await importedAndMerged(30)
    expect(unparsed.merged.filter(readsTexts)).toHaveLength(1)
    const rows = await indexedRows(parsed.spaceId)
    expect(rows.sections.length).toBeGreaterThan(30)
    expect(rows).toEqual(await indexedRows(unparsed.spaceId))
  },
  TIME_LIMIT_MS,
)

it('a merge parses texts again that older code has parsed', async () => {
  const { parsedText } = t.db.database.prisma
  const { spaceId } = await importedAndMerged(12, async () => {
    await runJobs()
    await parsedText.updateMany({ data: { indexVersion: 0 } })
  })
  expect(await parsedText.count({ where: { spaceId, indexVersion: 0 } })).toBe(12)
  const { sections } = await indexedRows(spaceId)
  expect(sections.length).toBeGreaterThan(12)
})

it('parsed texts are removed after a month', async () => {
  const { spaceId } = await importedAndMerged(12, runJobs)
  const left = () => t.db.database.prisma.parsedText.count({ where: { spaceId } })
  const removeAfter = (days: number) =>
    removeOldParsedTexts({
      database: t.db.database,
      now: new Date(Date.now() + days * 24 * 60 * 60 * 1000),
      signal: new AbortController().signal,
    })
  await removeAfter(29)
  expect(await left()).toBe(12)
  await removeAfter(31)
  expect(await left()).toBe(0)
})

it('a merge reads links and names by index, also before the tables have statistics', async () => {
  const { spaceId } = await importedAndMerged(5)
  const { rows: pages } = await t.db.database.pool.query(
    `SELECT "id" FROM "ContentName" WHERE "spaceId" = $1 AND "kind" = 'page' LIMIT 1`,
    [spaceId],
  )
  const statements = await statementsOf(t, () =>
    changeContent(t, admin, spaceId, [
      {
        operation: 'update_page',
        page: pages[0].id,
        document: { markdown: '# Page\n\n[Another](page-99.md)\n' },
      },
    ]),
  )
  const reads = statements.filter((text) => text.startsWith('SELECT') && /"Link"|"ContentName"/.test(text))
  expect(reads).toHaveLength(3)
  for (const text of reads) {
    const { rows } = await t.db.database.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toMatch(
      /Index Cond: \(\("spaceId" = \S+\) AND \((?:name = k\.name|"pageId" = k\.page|"targetId" = k\.id)\)/,
    )
  }
})
