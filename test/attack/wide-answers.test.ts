import { afterAll, beforeAll, expect, test } from 'vitest'
import { StallTarget } from './stalls.ts'

/** As many pages as one request can insert, several times. */
const BATCHES = 20
const PAGES_PER_BATCH = 50
const LINKS = 4_000

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

const json = async <Body>(method: string, path: string, body?: unknown) =>
  JSON.parse(await attacked.rest(method, path, body)) as Body

const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

test('a page with thousands of links, read as links, content and HTML', async () => {
  const { spaceId } = attacked
  const at = `/spaces/${spaceId}/content`
  const links = Array.from(
    { length: LINKS },
    (_, n) => `[link ${n}](https://example.com/${n}/${'x'.repeat(30)})`,
  )
  const { changes } = await json<{ changes: { page: { id: string } }[] }>('POST', at, {
    changes: [insert('Links', links.join('\n\n'))],
  })
  const page = `${at}/page/${changes[0]?.page.id}`
  await attacked.measure('a page of 4,000 links', async () => {
    await Promise.all([
      attacked.rest('GET', `${page}/links`),
      attacked.rest('GET', `/spaces/${spaceId}/links?limit=1000`),
      attacked.rest('GET', `${page}?format=document`),
      attacked.rest('GET', `${page}?format=markdown`),
    ])
  })
  expect(attacked.target.bugs()).toEqual([])
})

test('the home of a site with 1,000 pages, opened for the first time', async () => {
  const { person, target } = attacked
  const { id: spaceId, organizationId } = await target.db.database.prisma.space.findUniqueOrThrow({
    where: { id: attacked.spaceId },
  })
  for (let batch = 0; batch < BATCHES; batch++) {
    const changes = Array.from({ length: PAGES_PER_BATCH }, (_, n) =>
      insert(`Page ${batch}-${n}`, `Words of page ${n}.\n\n## Heading\n\n- One\n- Two\n`),
    )
    const made = await json<{ changes?: object[] }>('POST', `/spaces/${spaceId}/content`, { changes })
    expect(made.changes, JSON.stringify(made).slice(0, 300)).toHaveLength(PAGES_PER_BATCH)
  }
  const sites = `/orgs/${organizationId}/sites`
  const { id, basename } = await json<{ id: string; basename: string }>('POST', sites, {
    title: 'Docs',
    spaces: [spaceId],
  })
  await attacked.rest('POST', `${sites}/${id}/publish`)
  const base = `${target.origin}/sites/${organizationId}/${basename}`
  const open = async (path: string) => {
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${person.token}` } })
    expect(response.status, path).toBe(200)
    return (await response.text()).length
  }
  await attacked.measure('the home of a site', () => open('/'))
  await attacked.measure('pages and files for machines', () =>
    Promise.all(['/page-0-0', '/page-19-49', '/sitemap.xml', '/llms.txt', '/llms-full.txt'].map(open)),
  )
  expect(target.bugs()).toEqual([])
})
