import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/core/ids.ts'
import { blankPage, MainContent } from '../../links/main-content.ts'
import { appForFile } from '../../support/app.ts'
import { callGraphQL, queried } from '../../support/graphql-request.ts'
import { statementsOf } from '../../support/statements.ts'

const t = await appForFile()
const organizationId = (await t.build.buildOrganization()).id
const who = await t.build.buildPerson({ organizationId, role: 'read' })

interface AllPages {
  totalCount?: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string; startCursor: string }
  nodes: {
    pageId: string
    title: string
    path: string | null
    depth: number
    parent: { pageId: string } | null
  }[]
}

const FIELDS = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  nodes { pageId title path depth parent { pageId } }`

async function allPages(spaceId: string, args: string): Promise<AllPages> {
  const text = `{ space(id: "${spaceId}") { content { allPages(${args}) { ${FIELDS} } } } }`
  return (await queried<{ space: { content: { allPages: AllPages } } }>(t, who, text)).space.content.allPages
}

/** A space with pages, given as paths of slugs: `a`, `a/b`. */
async function spaceWith(paths: readonly string[]): Promise<MainContent> {
  const main = new MainContent(t, (await t.build.buildSpace({ organizationId })).id)
  const ids = new Map<string, string>()
  await main.edit(async (draft) => {
    for (const path of paths) {
      const id = newId('Page')
      const parent = ids.get(path.split('/').slice(0, -1).join('/')) ?? null
      ids.set(path, id)
      const page = blankPage(parent, path.split('/').at(-1) ?? '')
      await draft.place(id, path.endsWith('.link') ? { ...page, type: 'link', slug: '' } : page)
    }
  })
  return main
}

describe('all pages of a revision', () => {
  it('require a token and access to the space', async () => {
    const { spaceId } = await spaceWith(['a'])
    const text = `{ space(id: "${spaceId}") { content { allPages { nodes { pageId } } } } }`
    expect((await callGraphQL(t, null, text)).errors?.[0]?.extensions.status).toBe(401)
    const stranger = await t.build.buildPerson({
      organizationId: (await t.build.buildOrganization()).id,
      role: 'admin',
    })
    expect((await callGraphQL(t, stranger, text)).data).toEqual({ space: null })
  })

  it('are in reading order, each with its position, forward and backward', async () => {
    const { spaceId } = await spaceWith(['a', 'b', 'a/c', 'a/c/d', 'b/x.link', 'a/e'])
    const { nodes, totalCount } = await allPages(spaceId, 'first: 100')
    expect(nodes.map(({ path, depth }) => `${depth} ${path}`)).toEqual([
      '0 a',
      '1 a/c',
      '2 a/c/d',
      '1 a/e',
      '0 b',
      '1 null',
    ])
    expect(totalCount).toBe(6)
    const byId = new Map(nodes.map((node) => [node.pageId, node]))
    expect(nodes.map(({ parent }) => byId.get(parent?.pageId ?? '')?.path ?? null)).toEqual([
      ...[null, 'a', 'a/c', 'a', null, 'b'],
    ])
    const first = await allPages(spaceId, 'first: 4')
    const next = await allPages(spaceId, `first: 4, after: "${first.pageInfo.endCursor}"`)
    expect([...first.nodes, ...next.nodes]).toEqual(nodes)
    expect([first.pageInfo.hasNextPage, next.pageInfo.hasNextPage]).toEqual([true, false])
    const last = await allPages(spaceId, 'last: 2')
    const previous = await allPages(spaceId, `last: 4, before: "${last.pageInfo.startCursor}"`)
    expect([...previous.nodes, ...last.nodes]).toEqual(nodes)
    expect([last.pageInfo.hasPreviousPage, previous.pageInfo.hasPreviousPage]).toEqual([true, false])
    const wrong = `{ space(id: "${spaceId}") { content { allPages(after: "nonsense") { totalCount } } } }`
    expect((await callGraphQL(t, who, wrong)).errors?.[0]?.extensions.status).toBe(400)
  })

  it('continue after the same page when pages were added and deleted in between', async () => {
    const main = await spaceWith(['a', 'b', 'c', 'd'])
    const { nodes, pageInfo } = await allPages(main.spaceId, 'first: 3')
    const rest = async () =>
      (await allPages(main.spaceId, `first: 9, after: "${pageInfo.endCursor}"`)).nodes.map(({ path }) => path)
    const remove = (ids: string[]) =>
      main.edit(async (draft) => {
        for (const id of ids) {
          const page = await draft.page(id)
          if (page) await draft.remove(id, page)
        }
        await draft.place(newId('Page'), blankPage(null, `after-${ids.length}`))
      })
    const [a = '', b = '', c = ''] = nodes.map(({ pageId }) => pageId)
    await remove([a, b])
    expect(await rest()).toEqual(['d', 'after-2'])
    // The page of the cursor is deleted: the list continues at its former position.
    await remove([c])
    expect(await rest()).toEqual(['after-1'])
  })

  it('can be requested a thousand at once, with a constant number of statements', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `p${n % 40}${n < 40 ? '' : `/q${n}`}`)
    const [small, large] = [await spaceWith(['a', 'a/b']), await spaceWith(names)]
    const cost = async ({ spaceId }: MainContent) => {
      const all = () => allPages(spaceId, 'first: 1000')
      const { nodes } = await all()
      return { nodes: nodes.length, statements: (await statementsOf(t, all)).length }
    }
    const [few, many] = [await cost(small), await cost(large)]
    expect([few.nodes, many.nodes]).toEqual([2, 1_000])
    expect(many.statements).toBe(few.statements)
  }, 60_000)
})

describe('pages by nesting', () => {
  it('can be read four levels deep, with all fields of a table of contents', async () => {
    const { spaceId } = await spaceWith(['a', 'a/b', 'a/b/c', 'a/b/c/d'])
    const own = 'id pageId title linkTitle emoji icon condition createdAt updatedAt depth'
    const level = (left: number): string => {
      const below = left > 1 ? `pages { nodes { ${level(left - 1)} } }` : ''
      return `${own} ... on DocumentPage { slug path description hidden ${below} } ... on LinkPage { href hidden }`
    }
    const text = `{ space(id: "${spaceId}") { content { pages { nodes {
      ${level(4)} ... on GroupPage { slug path hidden pages { nodes { ${level(3)} } } } } } } } }`
    const { data, errors } = await callGraphQL(t, who, text)
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).toContain('"path":"a/b/c/d"')
  })
})
