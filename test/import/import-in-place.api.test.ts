import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const files: Record<string, string | Buffer> = {
  '/one.md': '# One\n\nText.\n',
  '/docs.zip': zipOf({
    'README.md': '# Start\n',
    'guide/README.md': '# Guide\n',
    'guide/more.md': '# More\n',
  }),
}
const server = createServer((request, response) => void response.end(files[request.url ?? '']))
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'edit' })
const { id: spaceId } = await t.build.buildSpace({ organizationId })
const space = `/spaces/${spaceId}`

interface Page {
  id: string
  title: string
  pages?: Page[]
}
const rest = async <Body>(method: string, path: string, body?: object) => {
  const response = await callRest(t, editor, method, path, body ? { body } : {})
  return { ...response, body: response.body as Body }
}
const titlesOf = (pages: Page[]): unknown[] =>
  pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, titlesOf(below)] : title))
const treeOf = async (content: string) =>
  (await rest<{ pages: Page[] }>('GET', `${content}/content/pages`)).body.pages
const zip = { url: `${origin}/docs.zip`, source: 'zip' }
const one = { url: `${origin}/one.md`, source: 'markdown' }

it('content is imported into main content, and below pages, in both APIs', async () => {
  const imported = await rest<{ revision: string }>('POST', `${space}/content/import`, zip)
  expect(imported).toMatchObject({
    status: 201,
    body: { importedResources: 3, totalResources: 3, skipped: [] },
  })
  expect(imported.headers.get('location')).toContain(`/revisions/${imported.body.revision}`)
  expect((await rest<{ revision: string }>('GET', space)).body.revision).toBe(imported.body.revision)
  const pages = await treeOf(space)
  expect(titlesOf(pages)).toEqual(['Start', ['Guide', ['More']]])

  const guide = pages[1]?.id ?? ''
  expect((await rest('POST', `${space}/content/page/${guide}/import`, one)).status).toBe(201)
  const document =
    'mutation ($input: ImportContentInPlaceInput!) { importContentInPlace(input: $input) { revision { id } importedResources } }'
  const input = { spaceId, pageId: guide, url: one.url, source: 'MARKDOWN' }
  expect(await queried(t, editor, document, { input })).toMatchObject({
    importContentInPlace: { importedResources: 1 },
  })
  expect(titlesOf(await treeOf(space))).toEqual(['Start', ['Guide', ['More', 'One', 'One']]])
  const found = await rest<{ items: { page: { title: string } }[] }>('GET', `${space}/search?query=one`)
  expect(JSON.stringify(found.body)).toContain('One')

  const { id } = await t.build.buildChangeRequest({ spaceId })
  const proposed = `${space}/change-requests/${id}`
  expect((await rest('POST', `${proposed}/content/page/${guide}/import`, one)).status).toBe(201)
  expect(titlesOf(await treeOf(proposed))).toEqual(['Start', ['Guide', ['More', 'One', 'One', 'One']]])
  const records = await rest<{ items: object[] }>('GET', `${space}/imports`)
  expect(records.body.items).toMatchObject([{ changeRequest: id, source: 'markdown', state: 'success' }])
})

it('nothing is imported into a space that is locked, below an unknown page, or from an unknown source', async () => {
  const before = await treeOf(space)
  const missing = await rest('POST', `${space}/content/page/missing/import`, one)
  expect(missing.status).toBe(404)
  const notion = await rest('POST', `${space}/content/import`, { ...one, source: 'notion' })
  expect(notion.status).toBe(400)
  await t.db.database.prisma.space.update({ where: { id: spaceId }, data: { editMode: 'locked' } })
  expect((await rest('POST', `${space}/content/import`, one)).status).toBe(409)
  expect(await treeOf(space)).toEqual(before)
})
