import { describe, expect, it } from 'vitest'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { statementsOf } from '../support/statements.ts'

const PAGES = 45
let owner: SiteOwner
let site: PublishedSiteInTest
let other: PublishedSiteInTest

ownSites(async (made) => {
  owner = made
  const many = await owner.space('Many', [
    ...Array.from({ length: PAGES }, (_, at) => page(`Part ${at}`, 'The gearbox turns.')),
    page('Bolts', 'Words.\n\n## Gearbox bolts\n\nOf steel.'),
    page('Gearbox', 'What it is.'),
  ])
  site = await owner.site([many.id])
  const few = await owner.space('Few', [
    page('Written', 'A sprocket.\n\n{% hint style="info" %}\nIt has an expression.\n{% endhint %}'),
    page('Told', 'A chain.\n\n{% if visitor.claims.beta %}\nOf gold.\n{% endif %}'),
  ])
  other = await owner.site([few.id])
  await other.adapt()
})

async function search(on: PublishedSiteInTest, query: string) {
  const { body } = await on.open(`/~search?q=${query}`, { accept: 'application/json' })
  return JSON.parse(body).results as { title: string; passages: { parts: { text: string }[] }[] }[]
}

describe('a search for a word that most pages have', () => {
  it('finds first those that have it in their title, then in headings', async () => {
    const titles = (await search(site, 'gearbox')).map(({ title }) => title)
    expect(titles).toHaveLength(20)
    expect(titles.slice(0, 2)).toEqual(['Gearbox', 'Bolts'])
  })

  it('reads no more pages than it ranks', async () => {
    const { rows } = await owner.t.db.database.pool.query(
      `SELECT count(*)::int AS "count" FROM "SearchPage" WHERE "words" @@ '''~gearbox'''::tsquery`,
    )
    expect(rows).toEqual([{ count: 2 }])
  })
})

const readsTexts = async (query: string) =>
  (await statementsOf(owner.t, () => search(other, query))).some((text) => text.includes('"Document"'))

describe('the passages of a page', () => {
  it('are those of the index, if all readers see what is written', async () => {
    await search(other, 'sprocket')
    expect(await readsTexts('sprocket')).toBe(false)
    const [found] = await search(other, 'sprocket')
    expect(found?.passages[0]?.parts.map(({ text }) => text).join('')).toContain('A sprocket.')
  })

  it('are those that the reader sees, and are kept for readers with the same claims', async () => {
    expect(await readsTexts('chain')).toBe(true)
    expect(await readsTexts('chain')).toBe(false)
    expect(await search(other, 'gold')).toEqual([])
  })
})
