import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../support/apis-content.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

const insert = (title: string, more: object = {}): Change => ({ operation: 'insert_page', title, ...more })
const texts = (markdown: string) => ({ document: { markdown } })
const nowhere = { page: newId('Page'), file: newId('File'), reusable: newId('ReusableContent') }

describe.each(contentApis)('content ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)
  const editor = () => as(cast.edit)

  /** A space with an open change request; both are empty. */
  async function place(editMode: 'live' | 'locked' = 'live') {
    const space = await t.build.buildSpace({ organizationId: cast.organization.id, editMode })
    const request = await t.build.buildChangeRequest({ spaceId: space.id, createdById: cast.edit.user.id })
    const main: ContentAt = { spaceId: space.id }
    return { main, proposed: { ...main, changeRequest: request.id }, request }
  }

  const idsOf = async (at: ContentAt, changes: Change[]) =>
    (await done(editor().change(at, changes))).map(({ id }) => id)

  it('requires a token, and hides what the caller cannot see', async () => {
    const { main, proposed } = await place()
    for (const at of [main, proposed]) {
      await refused(as(null).pages(at), 401)
      for (const who of [cast.stranger, cast.guest]) {
        await refused(as(who).revision(at), 404)
        await refused(as(who).pages(at), 404)
        await refused(as(who).page(at, nowhere.page), 404)
        await refused(as(who).pageByPath(at, 'a'), 404)
        await refused(as(who).files(at), 404)
        await refused(as(who).file(at, nowhere.file), 404)
        await refused(as(who).reusable(at, nowhere.reusable), 404)
        await refused(as(who).change(at, [insert('A')]), 404)
      }
      await refused(as(cast.comment).change(at, [insert('A')]), 403)
      expect(await done(as(cast.read).pages(at))).toEqual([])
    }
  })

  it('missing resources are not found', async () => {
    const { proposed } = await place()
    await refused(editor().page(proposed, nowhere.page), 404)
    await refused(editor().pageByPath(proposed, 'no/where'), 404)
    await refused(editor().pageByPath(proposed, 'a'.repeat(2001)), 400)
    await refused(editor().file(proposed, nowhere.file), 404)
    await refused(editor().reusable(proposed, nowhere.reusable), 404)
    await refused(editor().pages({ ...proposed, changeRequest: newId('ChangeRequest') }), 404)
    await refused(editor().pages({ spaceId: proposed.spaceId, revision: newId('Revision') }), 404)
  })

  it('a page is at the path of its slug, and deleted pages leave nothing behind', async () => {
    const { main } = await place()
    const rootsOf = async () => {
      const { id } = await done(editor().revision(main))
      const { pagesRoot, foldersRoot } = await t.db.database.prisma.revision.findUniqueOrThrow({
        where: { id },
      })
      return { pagesRoot, foldersRoot }
    }
    const before = await rootsOf()
    const [page = '', child = ''] = await idsOf(main, [
      insert('Old', { ref: 'old' }),
      insert('Below', { into: 'old' }),
    ])
    await idsOf(main, [{ operation: 'update_page', page, slug: 'new' }])
    expect(await done(editor().pageByPath(main, 'new/below'))).toMatchObject({ id: child, path: 'new/below' })
    await refused(editor().pageByPath(main, 'old'), 404)
    await idsOf(main, [{ operation: 'delete_page', page }])
    expect(await rootsOf()).toEqual(before)
  })

  it('a path that a page had before leads to it if that is asked for, also below it and in a change request', async () => {
    const { main, proposed } = await place()
    const [page = '', child = ''] = await idsOf(main, [
      insert('First', { ref: 'first' }),
      insert('Below', { into: 'first' }),
    ])
    const former = { former: true }
    await idsOf(main, [{ operation: 'update_page', page, slug: 'second' }])
    expect(await done(editor().pageByPath(main, 'first', former))).toMatchObject({ id: page, path: 'second' })
    expect(await done(editor().pageByPath(main, 'first/below', former))).toMatchObject({
      id: child,
      path: 'second/below',
    })
    await refused(editor().pageByPath(main, 'first'), 404)
    await refused(editor().pageByPath(main, 'first/nothing', former), 404)
    await refused(editor().pageByPath(proposed, 'first', former), 404)
    // A page that has the path now comes first.
    const [next = ''] = await idsOf(main, [insert('First')])
    expect(await done(editor().pageByPath(main, 'first', former))).toMatchObject({ id: next, path: 'first' })
    await idsOf(main, [
      { operation: 'delete_page', page },
      { operation: 'delete_page', page: next },
    ])
    await refused(editor().pageByPath(main, 'first', former), 404)
  })

  it('pages have link titles of up to 100 characters, and at most 30 levels', async () => {
    const { main } = await place()
    const linkTitle = 'x'.repeat(100)
    const [page = ''] = await idsOf(main, [insert('A', { linkTitle: 'Short' })])
    await idsOf(main, [{ operation: 'update_page', page, linkTitle }])
    await refused(
      editor().change(main, [{ operation: 'update_page', page, linkTitle: `${linkTitle}x` }]),
      400,
    )
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, level) =>
        insert('Level', { ref: `r${level}`, ...(level > 0 ? { into: `r${level - 1}` } : {}) }),
      )
    await idsOf(main, nested(30))
    const error = await refused(editor().change(main, nested(31)), 400)
    expect(error).toMatchObject({ details: [{ path: ['changes', 30, 'into'] }] })
  })

  it('pages of every type are in the tree and are read by id and by path', async () => {
    const { main, proposed } = await place()
    const source = '---\nicon: bolt\n---\n\n# Start here\n\r\nText  \n'
    const [group, page, child, link] = await idsOf(proposed, [
      insert('Guides', { type: 'group', ref: 'guides' }),
      insert('x', { ...texts(source), into: 'guides', ref: 'start', description: 'About' }),
      insert('Deeper', { into: 'start', slug: 'deep', hidden: true }),
      insert('Elsewhere', { type: 'link', target: { kind: 'url', url: 'https://a.example/' }, at: 0 }),
    ])
    const deeper = {
      id: child,
      type: 'document',
      title: 'Deeper',
      slug: 'deep',
      path: 'guides/start-here/deep',
      hidden: true,
      pages: [],
    }
    const start = {
      id: page,
      type: 'document',
      title: 'Start here',
      icon: 'bolt',
      description: 'About',
      slug: 'start-here',
      path: 'guides/start-here',
      hidden: false,
      pages: [deeper],
    }
    const tree = [
      { id: link, type: 'link', title: 'Elsewhere', hidden: false, href: 'https://a.example/' },
      {
        id: group,
        type: 'group',
        title: 'Guides',
        slug: 'guides',
        path: 'guides',
        hidden: false,
        pages: [start],
      },
    ]
    expect(await done(editor().pages(proposed))).toEqual(tree)
    const revision = await done(editor().revision(proposed))
    expect(revision).toMatchObject({
      type: 'edits',
      pages: tree,
      files: [],
      reusableContents: [],
      variables: {},
    })
    const past = { spaceId: main.spaceId, revision: revision.id }
    for (const at of [proposed, past]) {
      expect(await done(editor().page(at, page ?? ''))).toEqual({ ...start, markdown: source })
      expect(await done(editor().pageByPath(at, 'guides/start-here/deep'))).toEqual({
        ...deeper,
        markdown: '',
      })
      expect(await done(editor().pageByPath(at, 'guides'))).toMatchObject({ id: group })
    }
    expect(await done(editor().pages(main))).toEqual([])
    await editor().change(proposed, [{ operation: 'delete_page', page: group }])
    expect(await done(editor().pages(proposed))).toHaveLength(1)
    expect(await done(editor().pages(past))).toEqual(tree)
    await refused(editor().page(proposed, child ?? ''), 404)
  })

  it('an update changes the given fields, in the source too, and nothing else', async () => {
    const { main } = await place()
    const source = '---\n# kept\nicon: bolt\ndescription: Old\nother: 1\n---\n\n# Title\n\nText\n'
    const [page = ''] = await idsOf(main, [insert('x', texts(source))])
    await done(
      editor().change(main, [
        { operation: 'update_page', page, title: 'New', description: 'Newer', icon: '', emoji: '🐈' },
      ]),
    )
    const read = await done(editor().page(main, page))
    expect(read).toMatchObject({ title: 'New', description: 'Newer', emoji: '🐈', slug: 'title' })
    expect(read.icon).toBeUndefined()
    expect(read.markdown).toBe('---\n# kept\ndescription: Newer\nother: 1\n---\n\n# New\n\nText\n')
    await done(editor().change(main, [{ operation: 'update_page', page, ...texts('plain') }]))
    const after = await done(editor().page(main, page))
    expect(after).toMatchObject({ title: 'New', emoji: '🐈', markdown: 'plain' })
    expect(after.description).toBeUndefined()
  })

  it('moves keep order and slugs, and a batch can refer to pages that it inserts', async () => {
    const { proposed } = await place()
    const [a = '', b = '', c = ''] = await idsOf(proposed, [insert('A'), insert('B'), insert('C')])
    await done(
      editor().change(proposed, [
        { operation: 'update_page', page: c, at: 0 },
        { operation: 'update_page', page: b, into: a },
        insert('B', { into: a, ref: 'second' }),
        { operation: 'update_page', page: 'second', into: null, slug: 'b' },
      ]),
    )
    const pages = await done(editor().pages(proposed))
    expect(pages.map(({ slug }) => slug)).toEqual(['c', 'a', 'b'])
    expect(pages[1]?.pages).toMatchObject([{ id: b, path: 'a/b' }])
  })

  it('a page is reverted to the base of the change request', async () => {
    const { proposed } = await place()
    const [page = '', other = ''] = await idsOf(proposed, [insert('A', texts('one')), insert('B')])
    const { id: revision } = await done(editor().revision(proposed))
    await done(
      editor().change(proposed, [
        { operation: 'update_page', page, ...texts('two'), title: 'Z', into: other },
        { operation: 'revert_page', page, revision },
      ]),
    )
    expect(await done(editor().page(proposed, page))).toMatchObject({
      title: 'A',
      path: 'a',
      markdown: 'one',
    })
    expect(await done(editor().change(proposed, [{ operation: 'revert_page', page }]))).toEqual([
      { kind: 'deleted_page', id: page },
    ])
    expect((await done(editor().pages(proposed))).map(({ id }) => id)).toEqual([other])
  })

  it('single blocks of a page are reverted, and the rest is kept', async () => {
    const { proposed } = await place()
    const old = '---\nicon: bolt\n---\n\n# Old\n\nOne.\n\nTwo.\n'
    const [page = ''] = await idsOf(proposed, [insert('x', { ...texts(old), emoji: '🐈' })])
    const { id: revision } = await done(editor().revision(proposed))
    const now = '---\nicon: star\n---\n\n# New\n\nUno.\n\nTwo.\n\nThree.\n'
    await done(
      editor().change(proposed, [
        { operation: 'update_page', page, ...texts(now), emoji: '🐕', slug: 'elsewhere' },
      ]),
    )
    const keysOf = async (at: ContentAt) => {
      const { document } = await done(editor().page(at, page, { format: 'document' }))
      return (document as { nodes: { key: string }[] }).nodes.map(({ key }) => key)
    }
    const [heading, , two, three] = await keysOf(proposed)
    const [, one] = await keysOf({ spaceId: proposed.spaceId, revision })
    const revert = (...block: unknown[]): Change => ({ operation: 'revert_page', page, revision, block })

    const unknown = await refused(editor().change(proposed, [revert(three, 'nowhere')]), 400)
    expect(unknown.details).toMatchObject([
      { path: ['changes', 0, 'block'], message: expect.stringContaining('"nowhere"') },
    ])
    for (const block of [[], [''], Array(51).fill(three)]) {
      const refusal = await refused(editor().change(proposed, [revert(...block)]), 400)
      expect(refusal.details?.[0]?.path.slice(0, 3)).toEqual(['changes', 0, 'block'])
    }
    expect(await done(editor().change(proposed, [revert(two)]))).toEqual([{ kind: 'updated_page', id: page }])
    expect(await done(editor().page(proposed, page))).toMatchObject({ title: 'New', markdown: now })
    await done(editor().change(proposed, [revert(one, three)]))
    expect(await done(editor().page(proposed, page))).toMatchObject({
      title: 'New',
      markdown: '---\nicon: star\n---\n\n# New\n\nOne.\n\nTwo.\n',
    })
    await done(editor().change(proposed, [revert(heading)]))
    expect(await done(editor().page(proposed, page))).toMatchObject({
      title: 'Old',
      icon: 'star',
      emoji: '🐕',
      slug: 'elsewhere',
      markdown: '---\nicon: star\n---\n\n# Old\n\nOne.\n\nTwo.\n',
    })
    const whole = await refused(
      editor().change(proposed, [{ operation: 'revert_page', page, block: [two] }]),
      400,
    )
    expect(whole.details?.[0]?.message).toMatch(/revert the whole page/)
  })

  it('variables and reusable contents are stored, returned and evaluated', async () => {
    const { proposed } = await place()
    const [reusable = '', , page = ''] = await idsOf(proposed, [
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        ...texts('Version <code class="expression">space.vars.version</code>.'),
      },
      { operation: 'set_variable', name: 'version', value: '2*' },
      insert('Page'),
    ])
    const source = `---\nvars:\n  plan: pro\n---\n\n# Page\n\n{% include "${reusable}" %}\n\n{% if page.vars.plan === "pro" %}\nFor pros.\n{% endif %}\n{% if nothing.at.all %}\nHidden.\n{% endif %}\n\n\`<code class="expression">kept</code>\` <code class="expression">space.vars.none</code>\n`
    await done(editor().change(proposed, [{ operation: 'update_page', page, ...texts(source) }]))
    expect((await done(editor().page(proposed, page))).markdown).toBe(source)
    const { markdown } = await done(editor().page(proposed, page, { evaluated: true }))
    expect(markdown).toBe(
      '---\nvars:\n  plan: pro\n---\n\n# Page\n\nVersion 2&#42;.\n\nFor pros.\n\n`<code class="expression">kept</code>` <code class="expression">space.vars.none</code>\n',
    )
    const { document } = await done(editor().page(proposed, page, { evaluated: true, format: 'document' }))
    expect(JSON.stringify(document)).toContain('Version 2*.')
    expect(JSON.stringify(document)).not.toMatch(/Hidden|vars: *plan/)
    expect(await done(editor().reusable(proposed, reusable, { evaluated: true }))).toEqual({
      id: reusable,
      title: 'Note',
      markdown: 'Version 2&#42;.',
    })
    expect(await done(editor().revision(proposed))).toMatchObject({
      variables: { version: '2*' },
      reusableContents: [{ id: reusable, title: 'Note' }],
    })
    await done(
      editor().change(proposed, [
        { operation: 'set_variable', name: 'version', value: null },
        { operation: 'update_reusable_content', reusableContent: reusable, title: 'Other' },
        { operation: 'delete_reusable_content', reusableContent: reusable },
      ]),
    )
    expect(await done(editor().revision(proposed))).toMatchObject({ variables: {}, reusableContents: [] })
  })

  it('a document from a response can be sent', async () => {
    const { proposed } = await place()
    const source =
      '---\nicon: bolt\n---\n# A\n\n{% tabs %}\n{% tab title="x" %}\n**b**\n{% endtab %}\n{% endtabs %}\n'
    const [page = ''] = await idsOf(proposed, [insert('A', texts(source))])
    const { document } = await done(editor().page(proposed, page, { format: 'document' }))
    await done(editor().change(proposed, [{ operation: 'update_page', page, document: { document } }]))
    const after = await done(editor().page(proposed, page))
    expect(after.markdown).toBe(
      '---\nicon: bolt\n---\n# A\n\n{% tabs %}\n{% tab title="x" %}\n**b**\n{% endtab %}\n{% endtabs %}\n',
    )
    const bad = { object: 'document', nodes: [{ object: 'block', type: 'wow' }] }
    const refusal = await refused(
      editor().change(proposed, [insert('B', { document: { document: bad } })]),
      400,
    )
    expect(refusal.details?.[0]?.path).toEqual(['changes', 0, 'document', 'document', 'nodes', 0, 'type'])
  })

  describe('rejects', () => {
    const page = (): Change[] => [insert('A', { ref: 'a' }), insert('B', { ref: 'b', into: 'a' })]
    const cases: [string, Change[], number, (string | number)[]][] = [
      [
        'a move below itself',
        [...page(), { operation: 'update_page', page: 'a', into: 'b' }],
        409,
        ['changes', 2, 'into'],
      ],
      ['a slug that is taken', [insert('A'), insert('X', { slug: 'a' })], 409, ['changes', 1, 'slug']],
      [
        'an unknown page',
        [{ operation: 'update_page', page: nowhere.page, title: 'X' }],
        400,
        ['changes', 0, 'page'],
      ],
      ['an unknown parent', [insert('X', { into: nowhere.page })], 400, ['changes', 0, 'into']],
      [
        'front matter that cannot be read',
        [insert('X', texts('---\na: [\n---\n'))],
        400,
        ['changes', 0, 'document'],
      ],
      [
        'a group below a page',
        [...page(), insert('G', { type: 'group', into: 'a' })],
        400,
        ['changes', 2, 'into'],
      ],
      ['a link without a target', [insert('L', { type: 'link' })], 400, ['changes', 0, 'target']],
      [
        'a condition that cannot be read',
        [insert('X', { condition: 'a ===' })],
        400,
        ['changes', 0, 'condition'],
      ],
      [
        'two things of one name',
        [insert('A', { ref: 'a' }), insert('B', { ref: 'a' })],
        400,
        ['changes', 1, 'ref'],
      ],
      ['51 changes', Array.from({ length: 51 }, (_, at) => insert(`P${at}`)), 400, ['changes']],
      [
        '21 files',
        [
          {
            operation: 'insert_files',
            files: Array.from({ length: 21 }, (_, at) => ({ name: `${at}`, base64: 'eA==' })),
          },
        ],
        400,
        ['changes', 0, 'files'],
      ],
    ]
    it.each(cases)('%s, and nothing is applied', async (_, changes, status, path) => {
      const { proposed } = await place()
      const refusal = await refused(editor().change(proposed, changes), status)
      expect(refusal.details?.[0]?.path).toEqual(path)
      expect(await done(editor().pages(proposed))).toEqual([])
    })

    it('edits of a locked space, and of what is merged or archived', async () => {
      const { main, proposed, request } = await place('locked')
      await refused(editor().change(main, [insert('A')]), 409)
      await done(editor().change(proposed, [insert('A')]))
      for (const status of ['merged', 'archived'] as const) {
        await t.db.database.prisma.changeRequest.update({ where: { id: request.id }, data: { status } })
        await refused(editor().change(proposed, [insert('B')]), 409)
      }
    })
  })

  it('twenty concurrent writers lose nothing', async () => {
    const { proposed } = await place()
    const titles = Array.from({ length: 20 }, (_, at) => `Page ${at}`)
    await Promise.all(titles.map((title) => done(editor().change(proposed, [insert(title)]))))
    const pages = await done(editor().pages(proposed))
    expect(pages.map(({ title }) => title).sort()).toEqual(titles.sort())
  })

  it('a page and the tree take as many statements in a large space as in a small one', async () => {
    const counts: number[][] = []
    for (const size of [100, 1000]) {
      const { main } = await place()
      let page = ''
      for (let from = 0; from < size; from += 50) {
        const ids = await idsOf(
          main,
          Array.from({ length: 50 }, (_, at) => insert(`Page ${from + at}`, texts('x'))),
        )
        page = ids[0] ?? ''
      }
      const count = async (ask: () => Promise<unknown>) => (await statementsOf(t, ask)).length
      counts.push([
        await count(() => done(editor().page(main, page))),
        await count(() => done(editor().pages(main))),
      ])
    }
    expect(counts[1]).toEqual(counts[0])
  })

  it('deleting a page takes as many statements with many pages below it as with few', async () => {
    const counts: number[] = []
    for (const size of [2, 20]) {
      const { proposed } = await place()
      const below = Array.from({ length: size }, (_, at) => [
        insert(`Child ${at}`, { into: 'top', ref: `child${at}` }),
        insert(`Grandchild ${at}`, { into: `child${at}` }),
      ])
      const [page = ''] = await idsOf(proposed, [insert('Top', { ref: 'top' }), ...below.flat()])
      const statements = await statementsOf(t, () => idsOf(proposed, [{ operation: 'delete_page', page }]))
      counts.push(statements.length)
      expect(await done(editor().pages(proposed))).toEqual([])
    }
    expect(counts[1]).toBe(counts[0])
  })
})
