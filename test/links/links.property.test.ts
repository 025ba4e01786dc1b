import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type PageTree, pagesIn, readTree } from '../../src/modules/content/pages/tree.ts'
import type { Draft } from '../../src/modules/content-changes/draft.ts'
import { readLinks } from '../../src/modules/documents/extraction/links.ts'
import { anchorMeant } from '../../src/modules/links/anchors.ts'
import { anchorOf, includeName, nameOf } from '../../src/modules/links/link-targets.ts'
import { meaningsOf, rowsOf } from '../../src/modules/links/resolve-links.ts'
import type { LinkRow } from '../../src/modules/links/rows.ts'
import { pathOf, type Snapshot } from '../../src/modules/revisions/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { blankPage, MainContent } from './main-content.ts'

const SLUGS = ['a', 'b', 'c']
const HREFS = [
  ...['a.md', 'b.md', '../a.md', '../README.md', 'c/a.md', '/pages/a', '/pages/b/c', '/pages/a/b.md', 'c/'],
  ...['a.md#one', 'b.md#two', '/pages/a#two', 'c/#one', 'x.png#one'],
  ...['x.png', '../x.png', '#one', '#two', 'https://far.example', 'broken-reference', '/', 'README.md'],
]
const GIT = ['docs/a.md', 'docs/b/README.md', 'docs/b/c.md', 'docs/x.png']

type Step =
  | { do: 'insert'; slug: number; into: number; hrefs: number[]; git: number }
  | { do: 'write'; page: number; hrefs: number[] }
  | { do: 'move'; page: number; into: number; slug: number }
  | { do: 'delete'; page: number }
  | { do: 'restore'; page: number; slug: number }
  | { do: 'file'; git: number }
  | { do: 'unfile'; file: number }

const some = fc.nat({ max: 1000 })
const hrefs = fc.array(some, { maxLength: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('insert'), slug: some, into: some, hrefs, git: some }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write'), page: some, hrefs }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move'), page: some, into: some, slug: some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), page: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore'), page: some, slug: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('file'), git: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unfile'), file: some }) },
) as fc.Arbitrary<Step>

const pick = <Value>(list: readonly Value[], at: number): Value | undefined => list[at % (list.length || 1)]

/** The changes of one space. Keeps all ids, so that steps can also use deleted pages. */
class Story {
  readonly pages: string[] = []
  readonly files: string[] = []

  async apply(draft: Draft, step: Step): Promise<void> {
    const present = async () => {
      const found: string[] = []
      for (const id of this.pages) if (await draft.page(id)) found.push(id)
      return found
    }
    switch (step.do) {
      case 'insert': {
        const id = newId('Page')
        const parent = pick([null, ...(await present())], step.into) ?? null
        const slug = await this.#free(draft, parent, step.slug)
        if (slug === null) return
        const page = blankPage(parent, slug, pick([undefined, undefined, ...GIT], step.git))
        const document = draft.keep(this.#text(step.hrefs))
        this.pages.push(id)
        return draft.place(id, { ...page, ...(document ? { document } : {}) })
      }
      case 'write': {
        const id = pick(await present(), step.page)
        const page = id && (await draft.page(id))
        const document = draft.keep(this.#text(step.hrefs))
        if (id && page && document) draft.setPage(id, { ...page, document })
        return
      }
      case 'move': {
        const id = pick(await present(), step.page)
        const page = id && (await draft.page(id))
        const into = pick([null, ...(await present())], step.into) ?? null
        if (!id || !page || (await draft.isWithin(into, id))) return
        await draft.lift(id, page)
        const slug = await this.#free(draft, into, step.slug)
        return draft.place(id, slug === null ? page : { ...page, parent: into, slug })
      }
      case 'delete': {
        const id = pick(await present(), step.page)
        const page = id && (await draft.page(id))
        if (id && page) await draft.remove(id, page)
        return
      }
      case 'restore': {
        const there = new Set(await present())
        const id = pick(
          this.pages.filter((each) => !there.has(each)),
          step.page,
        )
        const slug = await this.#free(draft, null, step.slug)
        if (id && slug !== null) await draft.place(id, blankPage(null, slug))
        return
      }
      case 'file': {
        const id = newId('File')
        this.files.push(id)
        draft.setFile(id, {
          ...{ name: 'x.png', contentType: 'image/png', size: 1, blob: '', createdAt: '2026-01-01' },
          git: { oid: '0', path: pick(GIT, step.git) ?? '' },
        })
        return
      }
      case 'unfile': {
        const id = pick(this.files, step.file)
        if (id && (await draft.file(id))) draft.setFile(id, null)
      }
    }
  }

  #text(at: readonly number[]): string {
    const byId = [
      ...this.pages.flatMap((id) => [`/pages/${id}`, `/pages/${id}#two`]),
      ...this.files.map((id) => `/files/${id}`),
    ]
    const links = at.map((each) => `[x](${pick([...HREFS, ...byId], each)})`)
    const heading = (at[0] ?? 0) % 2 === 0 ? 'One' : 'Two'
    return `# ${heading}\n\n${links.join(' and ')}`
  }

  async #free(draft: Draft, parent: string | null, at: number): Promise<string | null> {
    const taken = (await draft.below(parent)).map(([, slug]) => slug)
    return (
      pick(
        SLUGS.filter((slug) => !taken.includes(slug)),
        at,
      ) ?? null
    )
  }
}

/** Resolves links by reading all content every time. */
class Rescan {
  #texts = new Map<string, string | undefined>()
  #rows: LinkRow[] = []

  async after(snapshot: Snapshot, spaceId: string): Promise<LinkRow[]> {
    const tree = [...pagesIn(await readTree(snapshot))]
    const files = await snapshot.allFiles()
    const texts = await snapshot.documents(tree.flatMap(({ page }) => page.document ?? []))
    const rows: LinkRow[] = []
    for (const page of tree) {
      const own = this.#rows.filter(({ pageId }) => pageId === page.id)
      if (this.#texts.has(page.id) && this.#texts.get(page.id) === page.page.document) {
        rows.push(...own)
        continue
      }
      const origin = { path: pathOf(page), isFolder: page.pages.length > 0, gitPath: page.page.git?.path }
      const written = readLinks(texts.get(page.page.document ?? '') ?? '')
      rows.push(...(await rowsOf({ spaceId, pageId: page.id, origin }, written, meaningsOf(own))))
    }
    this.#texts = new Map(tree.map(({ id, page }) => [id, page.document]))
    const found = rows.map((row) => this.#settled(row, tree, [...files.keys()], files))
    this.#rows = found.map((row) => {
      const target = tree.find(({ id }) => row.targetKind === 'page' && id === row.targetId)
      if (row.wantedAnchor === null || row.targetKind === 'anchor') return row
      const written = anchorOf(row.href) ?? ''
      if (row.status !== 'ok' || !target) return { ...row, wantedAnchor: written }
      const { anchors } = readLinks(texts.get(target.page.document ?? '') ?? '')
      const meant = anchorMeant(anchors, written)
      return { ...row, wantedAnchor: meant ?? written, status: meant === null ? 'broken' : 'ok' }
    })
    return [...this.#rows].sort((one, other) =>
      one.pageId === other.pageId ? one.ordinal - other.ordinal : one.pageId < other.pageId ? -1 : 1,
    )
  }

  #settled(
    row: LinkRow,
    tree: PageTree[],
    fileIds: string[],
    files: Awaited<ReturnType<Snapshot['allFiles']>>,
  ): LinkRow {
    if (['url', 'anchor', 'space'].includes(row.targetKind ?? '')) return row
    const isThere = tree.some(({ id }) => id === row.targetId) || fileIds.includes(row.targetId ?? '')
    if (isThere) return { ...row, status: 'ok' }
    const smallest = (ids: string[]) => [...ids].sort()[0]
    const named = (path: string | undefined) =>
      path !== undefined && row.wantedName !== null && nameOf(path) === row.wantedName
    const page = smallest(tree.filter(({ page }) => named(page.git?.path)).map(({ id }) => id))
    const file = smallest(fileIds.filter((id) => named(files.get(id)?.git?.path)))
    const atPath = tree.find((each) =>
      row.wantedPath === '' ? each.page.parent === null : pathOf(each) === row.wantedPath,
    )?.id
    if (page) return { ...row, status: 'ok', targetKind: 'page', targetId: page }
    if (file) return { ...row, status: 'ok', targetKind: 'file', targetId: file }
    if (atPath) return { ...row, status: 'ok', targetKind: 'page', targetId: atPath }
    return { ...row, status: 'broken' }
  }
}

describe('the index of links', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startApp()
  })
  afterAll(() => t?.close())

  it('equals a full rebuild after every batch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 12 }),
        async (batches) => {
          const main = new MainContent(t, (await t.build.buildSpace()).id)
          const [story, rescan] = [new Story(), new Rescan()]
          for (const batch of batches) {
            const after = await main.edit(async (draft) => {
              for (const each of batch) await story.apply(draft, each)
            })
            expect(await main.links()).toEqual(await rescan.after(after, main.spaceId))
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  }, 120_000)

  it('distinguishes names of includes from names of pages', () => {
    expect(includeName('.gitbook/includes/x.md')).not.toBe(nameOf('x.md'))
  })
})
