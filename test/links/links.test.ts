import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'
import { graphql, rest } from './links-api.ts'
import { blankPage, MainContent } from './main-content.ts'

const FILE = { name: 'x.png', contentType: 'image/png', size: 1, blob: '', createdAt: '2026-01-01' }

let t: TestApp
let who: Person
let organizationId: string
let spaceId: string
let main: MainContent

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  who = await t.build.buildPerson({ organizationId, role: 'edit' })
})
afterAll(() => t?.close())

beforeEach(async () => {
  spaceId = (await t.build.buildSpace({ organizationId, editMode: 'live' })).id
  main = new MainContent(t, spaceId)
})

type Change = Record<string, unknown>

/** Applies a batch of changes, and returns the created ids by their refs. */
async function change(changes: Change[], changeRequestId?: string): Promise<Record<string, string>> {
  const place = changeRequestId
    ? `/spaces/${spaceId}/change-requests/${changeRequestId}/content`
    : `/spaces/${spaceId}/content`
  const answer = await callRest(t, who, 'POST', place, { body: { compat: false, changes } })
  expect(answer.status, answer.trace).toBeLessThan(300)
  const results = (
    answer.body as { changes: { ref?: string; page?: { id: string } | string; file?: string }[] }
  ).changes
  return Object.fromEntries(
    results.flatMap(({ ref, page, file }) =>
      ref ? [[ref, (typeof page === 'object' ? page.id : file) ?? '']] : [],
    ),
  )
}

const insert = (ref: string, markdown = '', more: Change = {}): Change => ({
  operation: 'insert_page',
  title: ref,
  slug: ref,
  ref,
  document: { markdown },
  ...more,
})
const write = (page: string | undefined, markdown: string): Change => ({
  operation: 'update_page',
  page,
  document: { markdown },
})
const propose = async () => {
  const answer = await callRest(t, who, 'POST', `/spaces/${spaceId}/change-requests`, {
    body: { subject: 'Better' },
  })
  return (answer.body as { id: string }).id
}

describe.each([rest, graphql])('links with the API $name', (api) => {
  const statuses = async (at = { spaceId }) => {
    const { items } = await api.spaceLinks(t, who, at.spaceId)
    return items.map(({ status, target }) => `${status} ${target}`)
  }

  it('require a token, and are not found for strangers', async () => {
    const { a = '' } = await change([insert('a', '[x](a.md)')])
    const changeRequestId = await propose()
    const stranger = await t.build.buildPerson({
      organizationId: (await t.build.buildOrganization()).id,
      role: 'admin',
    })
    for (const [caller, status] of [
      [null, 401],
      [stranger, 404],
    ] as const) {
      expect((await api.spaceLinks(t, caller, spaceId)).status).toBe(status)
      expect((await api.changeRequestLinks(t, caller, { spaceId, changeRequestId })).status).toBe(status)
      expect((await api.pageLinks(t, caller, { spaceId }, a)).status).toBe(status)
      expect((await api.pageBacklinks(t, caller, { spaceId }, a)).status).toBe(status)
      expect((await api.fileBacklinks(t, caller, { spaceId }, newId('File'))).status).toBe(status)
    }
    expect((await api.pageLinks(t, who, { spaceId }, newId('Page'))).status).toBe(404)
  })

  it('are found in every syntax', async () => {
    const [file, gone] = [newId('File'), newId('File')]
    await main.edit(async (draft) => draft.setFile(file, FILE))
    const { guide = '', setup = '' } = await change([
      insert('guide', '# Guide'),
      insert('setup', '# Set up', { into: 'guide' }),
    ])
    const forms: [href: string, found: string][] = [
      [`/pages/${setup}`, `ok page ${setup}`],
      ['/pages/guide/setup', `ok page ${setup}`],
      ['/pages/guide/setup.md', `ok page ${setup}`],
      ['/pages/guide/README.md', `ok page ${guide}`],
      ['guide/setup.md#set-up', `ok page ${setup}#set-up`],
      ['./guide/', `ok page ${guide}`],
      ['#here', 'ok page SELF#here'],
      ['#nowhere', 'broken url #nowhere'],
      [`/files/${file}`, `ok file ${file}`],
      [`/files/${gone}`, `broken url /files/${gone}`],
      [`http://docs.example/app/s/${spaceId}/guide`, `in-app space ${spaceId}`],
      ['https://far.example/x', 'ok url https://far.example/x'],
      ['mailto:someone@far.example', 'ok url mailto:someone@far.example'],
      ['tel:+4912345', 'ok url tel:+4912345'],
      ['broken-reference', 'broken url broken-reference'],
      ['../above.md', 'broken url ../above.md'],
      ['missing.md', 'broken url missing.md'],
    ]
    const { all = '' } = await change([
      insert('all', `## Here\n\n${forms.map(([href]) => `[x](<${href}>)`).join('\n')}`),
    ])
    const { items, stats } = await api.pageLinks(t, who, { spaceId }, all)
    expect(items.map(({ status, target }) => `${status} ${target}`)).toEqual(
      forms.map(([, found]) => found.replace('SELF', all)),
    )
    expect(stats).toMatchObject({ total: forms.length, broken: { total: 5 } })
  })

  it('have the key of their node, and include those that all pages have', async () => {
    const text = 'See [that](b.md).\n\n{% include "/x/none.md" %}\n\n`[no](b.md)`'
    const { a = '' } = await change([insert('b'), insert('a', text)])
    const { items } = await api.pageLinks(t, who, { spaceId }, a)
    expect(items.map(({ relation, status }) => `${relation} ${status}`)).toEqual([
      'reference ok',
      'dependsOn broken',
    ])
    const keys = JSON.stringify(documentFromMarkdown(text))
    for (const { node, location } of items) {
      expect(location).toBe(a)
      expect(keys).toContain(`"key":"${node}"`)
    }
  })

  it('follow a page that is moved, also when their own page is edited', async () => {
    const { a, b = '' } = await change([insert('b'), insert('a', '[x](b.md)')])
    await change([insert('folder'), { operation: 'update_page', page: b, into: 'folder', slug: 'other' }])
    expect(await statuses()).toEqual([`ok page ${b}`])
    await change([write(a, 'More words, and [x](b.md)')])
    expect(await statuses()).toEqual([`ok page ${b}`])
    expect((await api.pageBacklinks(t, who, { spaceId }, b)).items).toEqual([a])
  })

  it('break when their target is deleted, and are repaired when a page gets their path', async () => {
    const { b } = await change([insert('b'), insert('a', '[x](b.md) [y](folder/c.md)')])
    await change([{ operation: 'delete_page', page: b }])
    expect(await statuses()).toEqual(['broken url b.md', 'broken url folder/c.md'])
    const { again, deep, c } = await change([
      insert('again', '', { slug: 'b' }),
      insert('deep', '', { slug: 'other' }),
      insert('c', '', { into: 'deep' }),
    ])
    expect(await statuses()).toEqual([`ok page ${again}`, 'broken url folder/c.md'])
    // Only the parent moves; the target itself does not change.
    await change([{ operation: 'update_page', page: deep, slug: 'folder' }])
    expect(await statuses()).toEqual([`ok page ${again}`, `ok page ${c}`])
  })

  it('break with the heading of another page, and are repaired with it', async () => {
    const { a = '', b = '' } = await change([
      insert('b', '## Set up\n\nWords.'),
      insert('a', '[1](b.md#set-up) [2](b.md)'),
    ])
    await change([write(a, `[1](b.md#set-up) [2](b.md) [3](/pages/${b}#set-up) [4](b.md#nowhere)`)])
    const there = [`ok page ${b}#set-up`, `ok page ${b}`, `ok page ${b}#set-up`, 'broken url b.md#nowhere']
    expect(await statuses()).toEqual(there)
    await change([write(b, '## Begin\n\nWords.')])
    expect(await statuses()).toEqual([
      'broken url b.md#set-up',
      `ok page ${b}`,
      `broken url /pages/${b}#set-up`,
      'broken url b.md#nowhere',
    ])
    // Backlinks of a page include links to its anchors.
    expect((await api.pageBacklinks(t, who, { spaceId }, b)).items).toEqual([a, a, a, a])
    await change([write(b, '## Set up\n\nOther words.')])
    expect(await statuses()).toEqual(there)
    await change([insert('folder'), { operation: 'update_page', page: b, into: 'folder', slug: 'other' }])
    expect(await statuses()).toEqual(there)
    await change([{ operation: 'delete_page', page: b }])
    expect((await statuses()).map((each) => each.split(' ')[0])).toEqual(Array(4).fill('broken'))
  })

  it('name the heading that they mean, however its anchor is written', async () => {
    const { a = '', b = '' } = await change([
      insert('b', "## What's new"),
      insert('a', '## Release 4.9\n\n[1](b.md#whats-new) [2](#release-49)'),
    ])
    expect(await statuses()).toEqual([`ok page ${b}#what-s-new`, `ok page ${a}#release-4.9`])
    await change([write(b, '## News')])
    expect(await statuses()).toEqual(['broken url b.md#whats-new', `ok page ${a}#release-4.9`])
  })

  it('are resolved in a change request with its headings', async () => {
    const { a = '', b = '' } = await change([insert('b', '## Set up'), insert('a', '[1](b.md#set-up)')])
    const changeRequestId = await propose()
    const at = { spaceId, changeRequestId }
    const { c = '' } = await change([insert('c', '[x](b.md#set-up)')], changeRequestId)
    const seen = async (place: typeof at | { spaceId: string }, page: string) =>
      (await api.pageLinks(t, who, place, page)).items.map(({ status, target }) => `${status} ${target}`)
    const there = [`ok page ${b}#set-up`]
    expect([await seen(at, a), await seen(at, c)]).toEqual([there, there])
    const { e = '' } = await change([insert('empty'), insert('e', '[x](empty.md#x)')], changeRequestId)
    expect(await seen(at, e)).toEqual(['broken url empty.md#x'])
    await change([write(b, '## Begin')], changeRequestId)
    expect([await seen(at, a), await seen(at, c)]).toEqual(Array(2).fill(['broken url b.md#set-up']))
    expect(await seen({ spaceId }, a)).toEqual(there)
    await change([write(b, '## Set up\n\nAgain.')], changeRequestId)
    expect([await seen(at, a), await seen(at, c)]).toEqual([there, there])
    await change([{ operation: 'update_page', page: b, slug: 'moved' }], changeRequestId)
    expect(await seen(at, a)).toEqual(there)
  })

  it('resolve to imported pages, files and headings by their origin', async () => {
    const [start, other, file, passage] = [
      newId('Page'),
      newId('Page'),
      newId('File'),
      newId('ReusableContent'),
    ]
    await main.edit(async (draft) => {
      const document = draft.keep(
        '[x](../b/other.md) ![i](../.gitbook/assets/x.png) \n\n{% include "../.gitbook/includes/p.md" %}',
      )
      await draft.place(start, {
        ...blankPage(null, 'start', 'docs/a/start.md'),
        ...(document ? { document } : {}),
      })
      await draft.place(other, blankPage(null, 'renamed', 'docs/b/other.md'))
      draft.setFile(file, { ...FILE, git: { oid: '0', path: 'docs/.gitbook/assets/x.png' } })
      draft.setReusable(passage, {
        title: 'Passage',
        createdAt: '2026-01-01',
        git: { oid: '0', path: 'docs/.gitbook/includes/p.md' },
      })
    })
    expect(await statuses()).toEqual([
      `ok page ${other}`,
      `ok file ${file}`,
      `ok reusable-content ${passage}`,
    ])
    expect((await api.fileBacklinks(t, who, { spaceId }, file)).items).toEqual([start])
    await main.edit(async (draft) => draft.setFile(file, null))
    expect((await statuses())[1]).toBe('broken url ../.gitbook/assets/x.png')
  })

  it('are filtered by status, paginated, and counted in total', async () => {
    await change([
      insert('b'),
      insert('a', '[1](b.md) [2](no.md) [3](b.md) [4](no.md) [5](https://far.example)'),
    ])
    const { items, stats } = await api.spaceLinks(t, who, spaceId, { status: 'broken' })
    expect(items).toHaveLength(2)
    expect(stats).toMatchObject({ total: 5, broken: { total: 2 } })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await api.spaceLinks(t, who, spaceId, { limit: 2, cursor })
      expect(page.stats).toMatchObject({ total: 5, broken: { total: 2 } })
      seen.push(...page.items.map(({ target }) => target))
      cursor = page.next
    } while (cursor)
    expect(seen).toHaveLength(5)
    expect((await api.spaceLinks(t, who, spaceId, { status: 'wrong' })).status).toBe(400)
  })

  it('are paginated for one page and for backlinks, with the cursors of the other API', async () => {
    const { a = '', b = '' } = await change([insert('b'), insert('a', '[1](b.md) [2](b.md) [3](b.md)')])
    const other = api === rest ? graphql : rest
    for (const list of ['pageLinks', 'pageBacklinks'] as const) {
      const id = list === 'pageLinks' ? a : b
      const first = await api[list](t, who, { spaceId }, id, { limit: 2 })
      expect(first.items).toHaveLength(2)
      const second = await other[list](t, who, { spaceId }, id, { limit: 2, cursor: first.next })
      expect([second.items.length, second.next]).toEqual([1, undefined])
      const foreign = await api[list](t, who, { spaceId }, list === 'pageLinks' ? b : a, {
        cursor: first.next,
      })
      expect(foreign.status).toBe(400)
    }
  })

  it('are those of the change request where it differs, and of main content where it does not', async () => {
    const {
      b = '',
      a = '',
      same = '',
    } = await change([insert('b'), insert('a', '[x](b.md)'), insert('same', '[x](b.md) [y](new.md)')])
    const changeRequestId = await propose()
    const at = { spaceId, changeRequestId }
    const { fresh = '', made = '' } = await change(
      [insert('fresh', '[x](b.md) [n](none.md)'), insert('made', '', { slug: 'new' }), write(a, 'No link.')],
      changeRequestId,
    )
    const targets = async (id: string) =>
      (await api.pageLinks(t, who, at, id)).items.map(({ status, target }) => `${status} ${target}`)
    expect(await targets(a)).toEqual([])
    expect(await targets(fresh)).toEqual([`ok page ${b}`, 'broken url none.md'])
    expect(await targets(same)).toEqual([`ok page ${b}`, `ok page ${made}`])
    expect((await api.pageBacklinks(t, who, at, b)).items).toEqual([same, fresh])
    expect((await api.pageBacklinks(t, who, at, made)).items).toEqual([same])
    expect((await api.pageBacklinks(t, who, { spaceId }, b)).items).toEqual([a, same])
    expect((await api.pageLinks(t, who, at, fresh)).stats).toMatchObject({ total: 2, broken: { total: 1 } })

    await change([{ operation: 'delete_page', page: b }], changeRequestId)
    expect(await targets(same)).toEqual(['broken url b.md', `ok page ${made}`])
    expect((await api.pageLinks(t, who, { spaceId }, same)).items[0]?.status).toBe('ok')
  })

  it('of a change request report which of them it broke', async () => {
    const {
      gone,
      kept = '',
      rewritten = '',
    } = await change([
      insert('gone', '[lost](none.md)'),
      insert('target'),
      insert('kept', '[1](gone.md) [2](none.md) [3](target.md)'),
      insert('rewritten', '[1](none.md) [2](target.md) [3](later.md)'),
    ])
    const changeRequestId = await propose()
    const at = { spaceId, changeRequestId }
    const seenTargets = (await api.changeRequestLinks(t, who, at)).items.map(({ target }) => target)
    expect(seenTargets).toEqual((await api.spaceLinks(t, who, spaceId)).items.map(({ target }) => target))
    const { later = '' } = await change(
      [
        { operation: 'delete_page', page: gone },
        // One link like in main content, a second one like it, and one of its own.
        write(rewritten, '[1](none.md) [2](none.md) [3](own.md) [4](later.md)'),
        insert('later', '[1](target.md) [2](other.md)'),
      ],
      changeRequestId,
    )
    const seen = async (page = {}) => {
      const { items } = await api.changeRequestLinks(t, who, at, page)
      return items.map(({ location, status, target }) => [location, status, target.split(' ')[1]])
    }
    const all = await seen()
    expect(all.map(([location, status]) => `${location} ${status}`)).toEqual([
      ...[`${kept} broken`, `${kept} broken`, `${kept} ok`],
      ...[`${rewritten} broken`, `${rewritten} broken`, `${rewritten} broken`, `${rewritten} ok`],
      ...[`${later} ok`, `${later} broken`],
    ])
    const ofSpace = [
      [kept, 'broken', 'none.md'],
      [rewritten, 'broken', 'none.md'],
    ]
    const own = [
      [kept, 'broken', 'gone.md'],
      [rewritten, 'broken', 'none.md'],
      [rewritten, 'broken', 'own.md'],
      [later, 'broken', 'other.md'],
    ]
    expect(await seen({ brokenContext: 'space' })).toEqual(ofSpace)
    expect(await seen({ brokenContext: 'change-request' })).toEqual(own)
    expect(await seen({ status: 'ok', brokenContext: 'space' })).toEqual([])
    expect(await seen({ status: 'ok' })).toEqual(all.filter(([, status]) => status === 'ok'))
    const { stats } = await api.changeRequestLinks(t, who, at, { limit: 1, status: 'ok' })
    expect(stats).toEqual({ total: 9, broken: { total: 6, changeRequest: 4 } })
    expect((await api.pageLinks(t, who, at, kept)).stats).toMatchObject({ total: 3, broken: { total: 2 } })

    const paged: unknown[] = []
    const other = api === rest ? graphql : rest
    let cursor: string | undefined
    do {
      const page = await (paged.length % 4 ? other : api).changeRequestLinks(t, who, at, {
        limit: 2,
        cursor,
      })
      paged.push(...page.items)
      cursor = page.next
    } while (cursor)
    expect(paged).toHaveLength(all.length)
    expect((await api.changeRequestLinks(t, who, at, { brokenContext: 'wrong' })).status).toBe(400)
  })

  it('are those of a revision in that revision', async () => {
    const { a = '', b = '' } = await change([insert('b'), insert('a', '[x](b.md)')])
    const revisionId = (await main.revision()).id
    await change([{ operation: 'delete_page', page: b }, write(a, 'No link.')])
    const { items } = await api.pageLinks(t, who, { spaceId, revisionId }, a)
    expect(items.map(({ status, target }) => `${status} ${target}`)).toEqual([`ok page ${b}`])
  })

  it('are copied when a space is duplicated', async () => {
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { b } = await change([insert('b'), insert('a', '[x](b.md) [y](later.md)')])
    const { body } = await callRest(t, admin, 'POST', `/spaces/${spaceId}/duplicate`, { body: {} })
    const copy = { spaceId: (body as { id: string }).id }
    expect(await statuses(copy)).toEqual([`ok page ${b}`, 'broken url later.md'])
    spaceId = copy.spaceId
    const { later } = await change([insert('later')])
    expect(await statuses(copy)).toEqual([`ok page ${b}`, `ok page ${later}`])
  })
})

describe('the cost of an edit for the index of links', () => {
  it('does not grow with the space', async () => {
    const many = async (pages: number) => {
      spaceId = (await t.build.buildSpace({ organizationId, editMode: 'live' })).id
      main = new MainContent(t, spaceId)
      await main.edit(async (draft) => {
        for (let n = 0; n < pages; n++) {
          const document = draft.keep(`[next](p${(n + 1) % pages}.md) [no](none${n}.md)`)
          await draft.place(newId('Page'), { ...blankPage(null, `p${n}`), ...(document ? { document } : {}) })
        }
      })
      const { target } = await change([insert('target')])
      await change([insert('one', '[x](target.md)')])
      const cost = async (changes: Change[]) => {
        const from = t.db.statements.length
        await change(changes)
        const made = t.db.statements.slice(from)
        const links = made.filter(({ text }) => /"Link"|"ContentName"/.test(text))
        return { statements: made.length, links: links.reduce((sum, { rows }) => sum + rows, 0) }
      }
      return [
        await cost([{ operation: 'update_page', page: target, slug: 'elsewhere' }]),
        await cost([{ operation: 'delete_page', page: target }]),
      ]
    }
    const [small, large] = [await many(20), await many(600)]
    expect(large.map(({ links }) => links)).toEqual(small.map(({ links }) => links))
    for (const [index, { statements }] of large.entries()) {
      expect(statements - (small[index]?.statements ?? 0)).toBeLessThanOrEqual(8)
    }
  })

  it('is a constant number of statements for a list of any length', async () => {
    const count = async (links: number) => {
      spaceId = (await t.build.buildSpace({ organizationId, editMode: 'live' })).id
      await change([
        insert('b'),
        insert('a', Array.from({ length: links }, (_, n) => `[${n}](b.md)`).join('\n\n')),
      ])
      const counts: number[] = []
      for (const api of [rest, graphql]) {
        const statements = await statementsOf(t, async () =>
          expect((await api.spaceLinks(t, who, spaceId)).items).toHaveLength(links),
        )
        counts.push(statements.length)
      }
      return counts
    }
    expect(await count(40)).toEqual(await count(2))
  })

  it('is a constant number of statements for a change request of any size', async () => {
    const count = async (links: number) => {
      spaceId = (await t.build.buildSpace({ organizationId, editMode: 'live' })).id
      const text = (name: string) => Array.from({ length: links }, () => `[x](${name}.md)`).join('\n\n')
      const { b } = await change([insert('b'), insert('a', text('b')), insert('c', text('none'))])
      const changeRequestId = await propose()
      await change(
        [{ operation: 'delete_page', page: b }, insert('d', text('a')), insert('e', text('b'))],
        changeRequestId,
      )
      const counts: number[] = []
      for (const api of [rest, graphql]) {
        const statements = await statementsOf(t, async () => {
          const { items } = await api.changeRequestLinks(t, who, { spaceId, changeRequestId }, { limit: 500 })
          expect(items).toHaveLength(4 * links)
        })
        counts.push(statements.length)
      }
      return counts
    }
    expect(await count(40)).toEqual(await count(2))
  })
})
