import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/core/ids.ts'
import { done, failedRequests, refused } from '../../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../../support/apis-content.ts'
import { appForFile } from '../../support/app.ts'
import { buildPeopleByRole } from '../../support/people-by-role.ts'
import { statementsOf } from '../../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

const BASE = 'First line.\n\nSecond line.\n\nThird line.\n'
const THEIRS = BASE.replace('First', 'Their first')
const OURS = BASE.replace('Third', 'Our third')
const BOTH = THEIRS.replace('Third', 'Our third')

const insert = (title: string, markdown?: string, more: object = {}): Change => ({
  operation: 'insert_page',
  title,
  ...(markdown === undefined ? {} : { markdown }),
  ...more,
})
const update = (page: string, more: object): Change => ({ operation: 'update_page', page, ...more })
const remove = (page: string): Change => ({ operation: 'delete_page', page })

const places = [{ where: 'main content' }, { where: 'a change request' }]

describe.each(contentApis)('a save that names its revision ($name)', ({ enter }) => {
  const editor = () => enter(t, cast.edit)

  async function place(where = 'a change request'): Promise<ContentAt> {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    if (where === 'main content') return { spaceId }
    const { id } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    return { spaceId, changeRequest: id }
  }

  /** Content with these changes, and what a writer has read of it. */
  async function read(at: ContentAt, ...changes: Change[]) {
    const { revision, changes: results } = await done(editor().save(at, changes))
    return { revision, ids: results.map(({ id }) => id), page: results[0]?.id ?? '' }
  }

  const others = (at: ContentAt, ...changes: Change[]) => done(editor().save(at, changes))
  const textOf = async (at: ContentAt, page: string) => (await done(editor().page(at, page))).markdown
  const eventsOf = ({ spaceId }: ContentAt) => t.db.database.prisma.event.count({ where: { spaceId } })
  const revisionOf = async (at: ContentAt) => (await done(editor().revision(at))).id

  /** The conflicts of a save that is rejected. Nothing has changed after it. */
  async function conflicts(at: ContentAt, changes: Change[], expected: string) {
    const before = [await revisionOf(at), await eventsOf(at)]
    const { details, message, reason } = await refused(editor().save(at, changes, expected), 409)
    expect([await revisionOf(at), await eventsOf(at)]).toEqual(before)
    expect(reason).toBe('conflict')
    expect(message).toContain(expected)
    expect(message).toContain(String(before[0]))
    for (const { conflict } of details ?? []) expect(conflict?.revision).toBe(before[0])
    return (details ?? []).map(({ path, conflict: { revision: _, ...conflict } = {} as never }) => ({
      path,
      ...(conflict as object),
    }))
  }

  it.each(places)('keeps edits of different lines of a page, in $where', async ({ where }) => {
    const at = await place(where)
    const { page, revision } = await read(at, insert('Page', BASE))
    await others(at, update(page, { markdown: THEIRS }))
    const saved = await done(editor().save(at, [update(page, { markdown: OURS })], revision))
    expect(saved).toEqual({
      revision: await revisionOf(at),
      changes: [{ kind: 'updated_page', id: page, merged: true }],
    })
    expect(await textOf(at, page)).toBe(BOTH)
  })

  it.each(places)('is rejected with the three versions of the same lines, in $where', async ({ where }) => {
    const at = await place(where)
    const { page, revision } = await read(at, insert('Page', BASE))
    await others(at, update(page, { markdown: THEIRS }))
    const ours = BASE.replace('First', 'Our first')
    expect(await conflicts(at, [update(page, { markdown: ours })], revision)).toEqual([
      {
        path: ['changes', 0, 'markdown'],
        kind: 'edit_edit',
        subjectId: page,
        base: BASE,
        theirs: THEIRS,
        ours,
        hunks: [
          {
            base: { start: 1, lines: ['First line.'] },
            theirs: { start: 1, lines: ['Their first line.'] },
            ours: { start: 1, lines: ['Our first line.'] },
          },
        ],
      },
    ])
    expect(await textOf(at, page)).toBe(THEIRS)
    const { revision: current } = (
      await refused(editor().save(at, [update(page, { markdown: ours })], revision), 409)
    ).details?.[0]?.conflict ?? { revision: '' }
    await done(editor().save(at, [update(page, { markdown: ours })], current))
    expect(await textOf(at, page)).toBe(ours)
  })

  it('is one edit with an equal one of another writer: no revision and no event', async () => {
    const at = await place()
    const { page, revision } = await read(at, insert('Page', BASE))
    const theirs = await others(at, update(page, { markdown: OURS }))
    const events = await eventsOf(at)
    const saved = await done(editor().save(at, [update(page, { markdown: OURS })], revision))
    expect(saved).toEqual({ revision: theirs.revision, changes: [{ kind: 'updated_page', id: page }] })
    expect(await eventsOf(at)).toBe(events)
  })

  it('overwrites nothing that its writer has not changed', async () => {
    const at = await place()
    const { page, revision } = await read(at, insert('Page', BASE, { description: 'Before' }))
    await others(at, update(page, { markdown: THEIRS, description: 'Theirs', emoji: '1f600' }))
    const ours = update(page, { markdown: BASE, description: 'Before', title: 'Ours', emoji: '' })
    await done(editor().save(at, [ours], revision))
    expect(await done(editor().page(at, page))).toMatchObject({
      markdown: THEIRS,
      description: 'Theirs',
      title: 'Ours',
      emoji: '1f600',
    })
  })

  it('is merged with the page where it was moved to and as it was renamed', async () => {
    const at = await place()
    const { ids, revision } = await read(at, insert('Page', BASE), insert('Parent'), insert('Other'))
    const [page = '', parent = '', other = ''] = ids
    await others(at, update(page, { into: parent, title: 'Renamed', slug: 'renamed' }))
    await done(editor().save(at, [update(page, { markdown: OURS, into: null, at: 0 })], revision))
    expect(await done(editor().pageByPath(at, 'parent/renamed'))).toMatchObject({
      id: page,
      title: 'Renamed',
      markdown: OURS,
    })
    expect(
      await conflicts(at, [update(page, { into: other, slug: 'mine', title: 'Mine' })], revision),
    ).toEqual([
      expect.objectContaining({ field: 'title', base: 'Page', theirs: 'Renamed', ours: 'Mine' }),
      expect.objectContaining({ field: 'slug', base: 'page', theirs: 'renamed', ours: 'mine' }),
      {
        path: ['changes', 0, 'into'],
        kind: 'move_move',
        subjectId: page,
        field: 'parent',
        base: null,
        theirs: parent,
        ours: other,
      },
    ])
    await done(editor().save(at, [update(page, { into: parent, title: 'Renamed' })], revision))
  })

  it('is rejected for a page that was deleted, and below one', async () => {
    const at = await place()
    const { page, revision, ids } = await read(at, insert('Page', BASE), insert('Other'))
    await others(at, remove(page))
    expect(await conflicts(at, [update(page, { markdown: OURS })], revision)).toEqual([
      {
        path: ['changes', 0, 'page'],
        kind: 'edit_delete',
        subjectId: page,
        base: BASE,
        theirs: null,
        ours: OURS,
      },
    ])
    const below = [insert('Below', '', { into: page }), update(ids[1] ?? '', { into: page })]
    expect(await conflicts(at, below, revision)).toEqual(
      [0, 1].map((index) => ({
        path: ['changes', index, 'into'],
        kind: 'move_into_deleted',
        subjectId: page,
        base: 'Page',
        theirs: null,
        ours: null,
      })),
    )
  })

  it('deletes a page that nobody has changed, also below, and one that is deleted already', async () => {
    const at = await place()
    const { ids, revision } = await read(
      at,
      insert('Page', BASE, { ref: 'page' }),
      insert('Below', BASE, { into: 'page' }),
      insert('Gone'),
    )
    const [page = '', below = '', gone = ''] = ids
    const theirs = await others(at, update(below, { markdown: THEIRS }), remove(gone))
    expect(await conflicts(at, [remove(page)], revision)).toMatchObject([
      { kind: 'edit_delete', subjectId: below },
    ])
    expect(await conflicts(at, [remove(below)], revision)).toEqual([
      {
        path: ['changes', 0, 'page'],
        kind: 'edit_delete',
        subjectId: below,
        base: BASE,
        theirs: THEIRS,
        ours: null,
      },
    ])
    expect(await done(editor().save(at, [remove(gone)], revision))).toEqual({
      revision: theirs.revision,
      changes: [{ kind: 'deleted_page', id: gone }],
    })
    await done(editor().save(at, [remove(page)], theirs.revision))
    expect(await done(editor().pages(at))).toEqual([])
  })

  it('reverts a page that nobody has changed', async () => {
    const at = await place()
    const first = await read(at, insert('Page', BASE))
    const { page } = first
    const { revision } = await read(at, update(page, { markdown: OURS }))
    const revert = { operation: 'revert_page', page, revision: first.revision }
    await others(at, update(page, { markdown: BOTH }))
    expect(await conflicts(at, [revert], revision)).toMatchObject([
      { kind: 'edit_edit', subjectId: page, base: OURS, theirs: BOTH, ours: null },
    ])
    await done(editor().save(at, [revert], await revisionOf(at)))
    expect(await textOf(at, page)).toBe(BASE)
  })

  it('merges reusable contents in the same way', async () => {
    const at = await place()
    const title = 'Text'
    const { page: id, revision } = await read(at, {
      operation: 'insert_reusable_content',
      title,
      markdown: BASE,
    })
    const change = (more: object) => ({ operation: 'update_reusable_content', reusableContent: id, ...more })
    await others(at, change({ markdown: THEIRS }))
    const saved = await done(editor().save(at, [change({ markdown: OURS, title })], revision))
    expect(saved.changes).toEqual([{ kind: 'updated_reusable_content', id, merged: true }])
    expect(await done(editor().reusable(at, id))).toEqual({ id, title, markdown: BOTH })
    const same = [change({ markdown: BASE.replace('First', 'Our first') })]
    expect(await conflicts(at, same, revision)).toMatchObject([{ kind: 'edit_edit', subjectId: id }])
    const deletion = [{ operation: 'delete_reusable_content', reusableContent: id }]
    expect(await conflicts(at, deletion, revision)).toMatchObject([{ kind: 'edit_delete', theirs: BOTH }])
    await others(at, ...deletion)
    expect(await conflicts(at, same, revision)).toMatchObject([{ kind: 'edit_delete', theirs: null }])
    await done(editor().save(at, deletion, revision))
  })

  it('renames files that nobody has renamed or deleted', async () => {
    const at = await place()
    const base64 = Buffer.from('A file').toString('base64')
    const { ids, revision } = await read(at, {
      operation: 'insert_files',
      files: [
        { name: 'one.txt', base64 },
        { name: 'two.txt', base64 },
      ],
    })
    const [one = '', two = ''] = ids
    const rename = (file: string, name: string) => ({ operation: 'update_file', file, name })
    const remove = (file: string) => ({ operation: 'delete_file', file })
    const theirs = await others(at, rename(one, 'theirs.txt'), remove(two))
    for (const name of ['one.txt', 'theirs.txt']) {
      expect((await done(editor().save(at, [rename(one, name)], revision))).revision).toBe(theirs.revision)
    }
    expect(await conflicts(at, [rename(one, 'ours.txt'), rename(two, 'ours.txt')], revision)).toMatchObject([
      { field: 'name', base: 'one.txt', theirs: 'theirs.txt', ours: 'ours.txt' },
      { kind: 'edit_delete', subjectId: two, theirs: null },
    ])
    expect(await conflicts(at, [remove(one)], revision)).toMatchObject([
      { kind: 'edit_delete', subjectId: one },
    ])
    await done(editor().save(at, [remove(two)], revision))
  })

  it('sets variables that nobody has set to something else, whatever they are called', async () => {
    const at = await place()
    const set = (name: string, value: string | null) => ({ operation: 'set_variable', name, value })
    const { revision } = await read(at, set('one', '1'), set('constructor', '1'))
    await others(at, set('one', 'theirs'), set('two', '2'))
    await done(
      editor().save(
        at,
        [set('one', '1'), set('two', '2'), set('constructor', '3'), set('toString', '4')],
        revision,
      ),
    )
    expect((await done(editor().revision(at))).variables).toEqual({
      one: 'theirs',
      two: '2',
      constructor: '3',
      toString: '4',
    })
    expect(await conflicts(at, [set('one', 'ours')], revision)).toEqual([
      {
        path: ['changes', 0, 'value'],
        kind: 'edit_edit',
        subjectId: 'one',
        base: '1',
        theirs: 'theirs',
        ours: 'ours',
      },
    ])
  })

  it('is rejected completely for one conflict, with all of them', async () => {
    const at = await place()
    const { ids, revision } = await read(at, insert('A', BASE), insert('B', BASE), insert('C', BASE))
    await others(at, ...ids.slice(0, 2).map((id) => update(id, { markdown: THEIRS })))
    const ours = BASE.replace('First', 'Our first')
    const all = ids.map((id) => update(id, { markdown: ours }))
    expect((await conflicts(at, all, revision)).map(({ path }) => path)).toEqual([
      ['changes', 0, 'markdown'],
      ['changes', 1, 'markdown'],
    ])
    expect(await textOf(at, ids[2] ?? '')).toBe(BASE)
  })

  it('can change the same page several times, and pages that it inserts', async () => {
    const at = await place()
    const { page, revision } = await read(at, insert('Page', BASE))
    await others(at, update(page, { markdown: THEIRS }))
    const second = OURS.replace('Second', 'Our second')
    const changes = [
      update(page, { markdown: OURS, title: 'One' }),
      update(page, { markdown: second, title: 'Two' }),
      insert('New', 'New.\n', { ref: 'new' }),
      update('new', { markdown: 'Newer.\n' }),
    ]
    const saved = await done(editor().save(at, changes, revision))
    expect(await done(editor().page(at, page))).toMatchObject({
      markdown: BOTH.replace('Second', 'Our second'),
      title: 'Two',
    })
    expect(await textOf(at, saved.changes[2]?.id ?? '')).toBe('Newer.\n')
  })

  it('merges a document of nodes, and keeps the front matter', async () => {
    const at = await place()
    const { page, revision } = await read(at, insert('Page', `---\nhidden: true\n---\n${BASE}`))
    const { document } = await done(editor().page(at, page, { format: 'document' }))
    await others(at, update(page, { markdown: `---\nhidden: true\nicon: star\n---\n${THEIRS}` }))
    const ours = JSON.parse(JSON.stringify(document).replace('Third', 'Our third'))
    await done(editor().save(at, [update(page, { document: { document: ours } })], revision))
    expect(await textOf(at, page)).toBe(`---\nhidden: true\nicon: star\n---\n${BOTH}`)
  })

  it('is rejected for front matter that both set differently', async () => {
    const at = await place()
    const { page, revision } = await read(at, insert('Page', `---\nicon: one\n---\n${BASE}`))
    await others(at, update(page, { markdown: `---\nicon: two\n---\n${BASE}` }))
    const ours = `---\nicon: three\n---\n${OURS}`
    expect(await conflicts(at, [update(page, { markdown: ours })], revision)).toEqual([
      {
        path: ['changes', 0, 'markdown'],
        kind: 'edit_edit',
        subjectId: page,
        field: 'frontMatter.icon',
        base: 'one',
        theirs: 'two',
        ours: 'three',
      },
    ])
  })

  it('must name a revision of its space', async () => {
    const [at, elsewhere] = [await place(), await place()]
    const { page, revision } = await read(at, insert('Page', BASE))
    const { revision: other } = await read(elsewhere, insert('Page', BASE))
    for (const unknown of [newId('Revision'), other]) {
      const { details } = await refused(editor().save(at, [update(page, { markdown: OURS })], unknown), 400)
      expect(details).toMatchObject([{ path: ['expectedRevision'] }])
    }
    await done(editor().save(at, [update(page, { markdown: OURS })], revision))
  })

  it('returns texts up to a limit, and the lines that conflict', async () => {
    const at = await place()
    const long = `${'Another line.\n\n'.repeat(15_000)}`
    const { page, revision } = await read(at, insert('Page', `${BASE}${long}`))
    await others(at, update(page, { markdown: `${THEIRS}${long}` }))
    const ours = `${BASE.replace('First', 'Our first')}${long}`
    const [conflict] = await conflicts(at, [update(page, { markdown: ours })], revision)
    expect(conflict).toMatchObject({ isTooLong: true, hunks: [{ ours: { lines: ['Our first line.'] } }] })
    expect(conflict).not.toHaveProperty('theirs')
    await done(editor().save(at, [update(page, { markdown: `${OURS}${long}` })], revision))
    expect(await textOf(at, page)).toBe(`${BOTH}${long}`)
  })

  it('is rejected if the merged text would be too long', async () => {
    const at = await place()
    const half = 'A line of a text.\n'.repeat(40_000)
    const { page, revision } = await read(at, insert('Page', BASE))
    await others(at, update(page, { markdown: half + BASE }))
    const { message } = await refused(
      editor().save(at, [update(page, { markdown: BASE + half })], revision),
      400,
    )
    expect(message).toContain('1000000')
  })

  it('takes as many statements for ten pages that others have changed as for one', async () => {
    const at = await place()
    const pages = Array.from({ length: 11 }, (_, n) => insert(`Page ${n}`, BASE))
    const { ids, revision } = await read(at, ...pages)
    const [alone = '', ...many] = ids
    const save = (chosen: readonly string[]) => () =>
      done(
        editor().save(
          at,
          chosen.map((id) => update(id, { markdown: OURS })),
          revision,
        ),
      )
    await others(at, ...ids.map((id) => update(id, { markdown: THEIRS })))
    const one = await statementsOf(t, save([alone]))
    const ten = await statementsOf(t, save(many))
    expect(ten.length).toBeLessThanOrEqual(one.length + 2)
    for (const id of ids) expect(await textOf(at, id)).toBe(BOTH)
  })
})
