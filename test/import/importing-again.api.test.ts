import { beforeEach, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'edit' })

const LONG = Array.from({ length: 20 }, (_, line) => `Sentence number ${line} of the guide.`).join('\n\n')
const FIRST = {
  'README.md': '# Home\n\nOne.\n',
  'guide/setup.md': `# Set up\n\n${LONG}\n`,
  'guide/moved.md': '# Moved\n\nThe same text.\n',
  'logo.png': 'not really',
}
const SECOND = {
  'README.md': '# Home\n\nTwo.\n',
  'guide/moved-to.md': '# Moved\n\nThe same text.\n',
  'guide/setting-up.md': `# Set up\n\n${LONG}\n\nOne more.\n`,
  'new.md': '# New\n',
  'logo.png': 'another one',
}

interface PageView {
  id: string
  title: string
  path: string
  pages: PageView[]
  git?: { path: string }
}

describe.each(['rest', 'graphql'])('importing an archive again (%s)', (api) => {
  let spaceId: string
  let changeRequestId: string
  let at: string

  beforeEach(async () => {
    spaceId = (await t.build.buildSpace({ organizationId })).id
    changeRequestId = (await t.build.buildChangeRequest({ spaceId })).id
    at = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`
  })

  /** Imports an archive, and returns the revision of the change request. */
  async function importing(files: Record<string, string>, mode?: string): Promise<string> {
    const web = await serveWeb((_request, response) => response.end(zipOf(files)))
    const url = `${web.origin}/docs.zip`
    if (api === 'rest') {
      const answer = await callRest(t, editor, 'POST', `${at}/import`, {
        body: { url, source: 'zip', ...(mode ? { mode } : {}) },
      })
      expect(answer.status, answer.trace).toBe(201)
      return (answer.body as { revision: string }).revision
    }
    const { importContent } = await queried<{ importContent: { revision: { id: string } } }>(
      t,
      editor,
      'mutation ($input: ImportContentInput!) { importContent(input: $input) { revision { id } } }',
      {
        input: {
          spaceId,
          changeRequestId,
          url,
          source: 'ZIP',
          ...(mode ? { mode: mode.toUpperCase() } : {}),
        },
      },
    )
    return importContent.revision.id
  }

  const all = (pages: PageView[]): PageView[] => pages.flatMap((page) => [page, ...all(page.pages ?? [])])
  const pages = async () =>
    all(((await callRest(t, editor, 'GET', `${at}/pages`)).body as { pages: PageView[] }).pages)
  const files = async () =>
    ((await callRest(t, editor, 'GET', `${at}/files`)).body as { items: { id: string; size: number }[] })
      .items

  it('recognizes pages by path, content and similarity, and keeps the others', async () => {
    await importing(FIRST)
    const before = new Map((await pages()).map((page) => [page.title, page]))
    const changes = [{ operation: 'insert_page', title: 'Mine', document: { markdown: '# Mine\n' } }]
    expect((await callRest(t, editor, 'POST', at, { body: { changes } })).status).toBe(200)
    const [logo] = await files()

    await importing(SECOND)
    const after = await pages()
    expect(after.map(({ title, path }) => `${title} ${path}`)).toEqual([
      'Home home',
      'Guide guide',
      'Moved guide/moved-to',
      'Set up guide/setting-up',
      'Mine mine',
      'New new',
    ])
    for (const title of ['Home', 'Guide', 'Moved', 'Set up']) {
      expect(after.find((page) => page.title === title)?.id).toBe(before.get(title)?.id)
    }
    const home = await callRest(t, editor, 'GET', `${at}/page/${before.get('Home')?.id}`)
    expect((home.body as { markdown: string }).markdown).toBe(SECOND['README.md'])
    expect(await files()).toEqual([expect.objectContaining({ id: logo?.id, size: 11 })])
  })

  it('creates no revision when nothing changed', async () => {
    const revision = await importing(FIRST)
    expect(await importing(FIRST)).toBe(revision)
  })

  it('adds everything again with the mode add', async () => {
    await importing(FIRST)
    await importing(FIRST, 'add')
    expect((await pages()).map(({ path }) => path)).toEqual([
      'home',
      'guide',
      'guide/moved',
      'guide/setup',
      'home-1',
      'guide-1',
      'guide-1/moved',
      'guide-1/setup',
    ])
    expect(await files()).toHaveLength(2)
  })

  it('deletes what the archive does not have with the mode replace', async () => {
    await importing(FIRST)
    await importing({ 'README.md': '# Home\n\nAlone.\n' }, 'replace')
    expect((await pages()).map(({ path }) => path)).toEqual(['home'])
    expect(await files()).toEqual([])
  })
})
