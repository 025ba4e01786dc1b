import { beforeEach, describe, expect, it } from 'vitest'
import { searchApis } from '../support/apis-search.ts'
import { appForFile } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { insertPages, type NewPage } from '../support/content.ts'
import { done, refused } from '../support/outcome.ts'
import { expectNoFaults } from '../support/refusals.ts'

const t = await appForFile()
const people = await buildPeople(t)
let cast: Company
beforeEach(async () => {
  cast = await foundCompany(t, people)
})

describe.each(searchApis)('the search by $name', ({ name, enter }) => {
  const as = (who: keyof People) => enter(t, cast[who])
  const write = (pages: NewPage[], spaceId = cast.space.id) => insertPages(t, cast.admin, spaceId, pages)
  const titles = async (query: string) =>
    (await done(as('read').inSpace(cast.space.id, query))).items.map(({ title }) => title)

  it('requires a token, and finds nothing in spaces that the caller cannot see', async () => {
    await write([{ title: 'Webhooks', markdown: 'Signed deliveries.' }])
    const { organization, space } = cast
    await refused(enter(t, null).inOrganization(organization.id, 'webhooks'), 401)
    await refused(enter(t, null).inSpace(space.id, 'webhooks'), 401)
    await refused(as('stranger').inOrganization(organization.id, 'webhooks'), 404)
    await refused(as('stranger').inSpace(space.id, 'webhooks'), 404)
    await refused(as('guest').inSpace(space.id, 'webhooks'), 404)
    expect(await done(as('guest').inOrganization(organization.id, 'webhooks'))).toEqual({ items: [] })
    expect((await done(as('read').inOrganization(organization.id, 'webhooks'))).items).toHaveLength(1)
  })

  it('returns an excerpt of each of many pages', async () => {
    const pages = Array.from({ length: 120 }, (_, at) => ({
      title: `Page ${at}`,
      markdown: `Lorem page${at}.`,
    }))
    for (const first of [0, 40, 80]) await write(pages.slice(first, first + 40))
    const { items } = await done(as('read').inSpace(cast.space.id, 'lorem', { limit: 120 }))
    const quoted = new Map(items.map(({ title, sections }) => [title, sections[0]?.body]))
    expect(quoted).toEqual(new Map(pages.map(({ title, markdown }) => [title, markdown])))
  })

  it('returns spaces with their pages, and pages with their sections, paths and URLs', async () => {
    const [guide, hooks] = await write([
      { title: 'Guide', ref: 'guide' },
      {
        title: 'Webhooks',
        into: 'guide',
        description: 'Telling others',
        markdown:
          '# Webhooks\n\nIntro.\n\n## Signing *requests*\n\nEach `delivery` is [signed](/x) with a key.\n\n## Other\n\nNothing.',
      },
    ])
    expect(guide).not.toBe(hooks)
    const path = `guide/webhooks`
    const app = `${t.origin}/app/s/${cast.space.id}/${path}`
    const page = {
      id: hooks,
      title: 'Webhooks',
      description: 'Telling others',
      path,
      rank: 1,
      ancestors: ['Guide'],
      app,
      score: expect.any(Number),
      sections: [
        {
          title: 'Signing requests',
          path: `${path}#signing-requests`,
          body: 'Each delivery is signed with a key.',
          matched: ['delivery', 'signed'],
          app: `${app}#signing-requests`,
        },
      ],
    }
    expect((await done(as('read').inSpace(cast.space.id, 'signed delivery'))).items).toEqual([page])
    const { id, title } = cast.space
    const { items } = await done(as('read').inOrganization(cast.organization.id, 'signed delivery'))
    expect(items).toEqual([{ id, title, score: page.score, pages: [page] }])
    expect(items[0]?.score).toBe(items[0]?.pages[0]?.score)
  })

  it('ranks titles before headings, headings before text, and the complete title first', async () => {
    await write([
      { title: 'Text', markdown: 'All about migration here.' },
      { title: 'Heading', markdown: '# Heading\n\n## The migration\n\nWords.' },
      { title: 'Notes about the migration of old data', markdown: 'Words.' },
      { title: 'Migration', markdown: 'Words.' },
      { title: 'Migrations', markdown: 'Words.' },
      { title: 'Summary', description: 'About migration', markdown: 'Words.' },
    ])
    const found = await titles('migration')
    expect(found.slice(0, 4)).toEqual([
      'Migration',
      'Notes about the migration of old data',
      'Migrations',
      'Heading',
    ])
    expect(found.slice(4).sort()).toEqual(['Summary', 'Text'])
  })

  it('ignores case and accents, in pages and queries', async () => {
    await write([{ title: 'Größe der Übersicht' }, { title: 'CRÈME BRÛLÉE' }, { title: 'Łódź' }])
    expect(await titles('grosse ubersicht')).toEqual(['Größe der Übersicht'])
    expect(await titles('crème')).toEqual(['CRÈME BRÛLÉE'])
    expect(await titles('ÉLODZ'.slice(1))).toEqual(['Łódź'])
  })

  it('matches the last word as a prefix, and no other', async () => {
    await write([{ title: 'Setup', markdown: 'Installing packages.' }])
    expect(await titles('installing pack')).toEqual(['Setup'])
    expect(await titles('insta packages')).toEqual([])
    expect(await titles('"installing pack"')).toEqual([])
  })

  it('requires all words, phrases in order, and no excluded word', async () => {
    await write([
      { title: 'One', markdown: 'The red fox jumps.' },
      { title: 'Two', markdown: 'The fox is red and jumps.' },
      { title: 'Three', markdown: 'The red hen.' },
    ])
    expect((await titles('red fox')).sort()).toEqual(['One', 'Two'])
    expect(await titles('"red fox"')).toEqual(['One'])
    expect(await titles('red -fox')).toEqual(['Three'])
    expect(await titles('red -"red fox" jumps')).toEqual(['Two'])
  })

  it('finds parts of names that punctuation separates', async () => {
    await write([{ title: 'Files', markdown: 'Edit `config/app.settings.yaml` and set max_upload_size.' }])
    for (const query of ['settings', 'app.settings.yaml', 'max_upload_size', 'upload', 'config/app']) {
      expect([query, await titles(query)]).toEqual([query, ['Files']])
    }
  })

  it('finds misspelled words in titles and headings, after exact matches', async () => {
    await write([
      { title: 'Installation', markdown: 'How to begin.' },
      { title: 'Events', markdown: '# Events\n\n## Configuring webhooks\n\nText.' },
      { title: 'Slips', markdown: 'Some write instalation.' },
    ])
    expect(await titles('instalation')).toEqual(['Slips', 'Installation'])
    expect(await titles('wehbooks')).toEqual(['Events'])
    expect(await titles('configuring wehbooks')).toEqual(['Events'])
    expect(await titles('xylophone')).toEqual([])
  })

  it.each([
    ['a letter that is missing', 'elastcsearch'],
    ['two letters that changed places', 'elasticsaerch'],
    ['a letter that is doubled', 'ellasticsearch'],
    ['a letter that is another', 'elasticseerch'],
    ['a first letter that is missing', 'lasticsearch'],
    ['two slips', 'elastcsearh'],
  ])(
    'finds a word with %s, in titles before headings before text, and nothing else',
    async (_what, query) => {
      await write([
        { title: 'Searching', markdown: 'Search and research, with plastic and elastic search tools.' },
        { title: 'Text', markdown: 'We use Elasticsearch here.' },
        { title: 'Heading', markdown: '# Heading\n\n## Elasticsearch\n\nWords.' },
        { title: 'Elasticsearch', markdown: 'A search engine.' },
        { title: 'Lastly', markdown: 'The arch of research.' },
      ])
      expect(await titles(query)).toEqual(['Elasticsearch', 'Heading', 'Text'])
    },
  )

  it('ranks a misspelled word like the word, and highlights the word that was meant', async () => {
    await write([
      { title: 'Metrics', markdown: `Prometheus ${'prometheus '.repeat(30)}` },
      { title: 'Exporters', markdown: '# Exporters\n\n## Prometheus exporter\n\nAn exporter of metrics.' },
      { title: 'Prometheus exporter', markdown: 'How to run it.' },
      { title: 'Other', markdown: 'The exporter is not for prometheus alone.' },
    ])
    const order = ['Prometheus exporter', 'Exporters', 'Other']
    expect(await titles('prometheus exporter')).toEqual(order)
    expect(await titles('promethues exporter')).toEqual(order)
    const { items } = await done(as('read').inSpace(cast.space.id, 'promethues exporter'))
    expect(items[2]?.sections[0]?.matched).toEqual(['exporter', 'prometheus'])
  })

  it('finds short words with one typo, and not all similar words', async () => {
    await write([
      { title: 'Tokens', markdown: 'A token is a secret.' },
      { title: 'Docker', markdown: 'Run a container.' },
      { title: 'Server', markdown: 'A server of files.' },
      { title: 'Severe', markdown: 'Severe faults, broken links, taken steps.' },
      { title: 'Kubernetes', markdown: 'Pods of nodes.' },
    ])
    for (const [query, found] of [
      ['tokne', ['Tokens']],
      ['tokken', ['Tokens']],
      ['dcoker', ['Docker']],
      ['dicker', ['Docker']],
      ['servr', ['Server']],
      ['kuberentes', ['Kubernetes']],
      ['kubernets', ['Kubernetes']],
      ['docker contianer', ['Docker']],
      ['dockr secret', []],
      ['ruin', []],
      ['tkn', []],
      ['"tokne"', []],
      ['tokne -secret', []],
      ['zzzzz', []],
      ['1234567', []],
    ] as const) {
      expect([query, await titles(query)]).toEqual([query, found])
    }
  })

  it('finds any part of a text without spaces', async () => {
    await write([
      { title: '設定ガイド', markdown: '環境変数を設定してからサーバーを起動します。' },
      { title: '概要', markdown: 'これは文書です。' },
      { title: 'การติดตั้ง', markdown: 'คู่มือ' },
    ])
    expect(await titles('環境変数')).toEqual(['設定ガイド'])
    expect(await titles('サーバーを起動')).toEqual(['設定ガイド'])
    expect(await titles('変数を設')).toEqual(['設定ガイド'])
    expect(await titles('書')).toEqual(['概要'])
    expect(await titles('変環')).toEqual([])
    expect(await titles('ติดตั้ง')).toEqual(['การติดตั้ง'])
  })

  it('returns the positions of matches, and no markup', async () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(30)
    await write([{ title: 'Long', markdown: `${filler}the **needle** is <b>here</b>. ${filler}` }])
    const { items } = await done(as('read').inSpace(cast.space.id, 'needle'))
    const body = items[0]?.sections[0]?.body ?? ''
    expect(body).toMatch(/^… .*the needle is +here.* …$/)
    expect(body.length).toBeLessThan(260)
    expect(items[0]?.sections[0]?.matched).toEqual(['needle'])
  })

  it('paginates all results once, ordered by score', async () => {
    await write(
      Array.from({ length: 12 }, (_, i) => ({ title: `Page ${i}`, markdown: 'kiwi '.repeat(i + 1) })),
    )
    const { items: all } = await done(as('read').inSpace(cast.space.id, 'kiwi', { limit: 50 }))
    expect(all.map(({ rank }) => rank)).toEqual(all.map((_, index) => index + 1))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await done(
        as('read').inSpace(cast.space.id, 'kiwi', { limit: 5, ...(cursor ? { cursor } : {}) }),
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect(seen).toEqual(all.map(({ id }) => id))
    const first = await done(as('read').inSpace(cast.space.id, 'kiwi', { limit: 5 }))
    await refused(as('read').inSpace(cast.space.id, 'mango', { cursor: first.next ?? '' }), 400)
  })

  it('paginates spaces, each with its best pages', async () => {
    const spaces = [cast.space]
    for (let i = 0; i < 4; i++)
      spaces.push(await t.build.buildSpace({ organizationId: cast.organization.id }))
    for (const { id } of spaces) {
      await write(
        Array.from({ length: 12 }, (_, i) => ({ title: `Page ${i}`, markdown: 'kiwi' })),
        id,
      )
    }
    const first = await done(as('read').inOrganization(cast.organization.id, 'kiwi', { limit: 3 }))
    const rest = await done(
      as('read').inOrganization(cast.organization.id, 'kiwi', { limit: 3, cursor: first.next ?? '' }),
    )
    const all = [...first.items, ...rest.items]
    expect(all.map(({ id }) => id).sort()).toEqual(spaces.map(({ id }) => id).sort())
    for (const { pages } of all) expect(pages).toHaveLength(10)
    expect(rest.next).toBeUndefined()
  })

  it('rejects a query without words, and one that is too long', async () => {
    for (const query of ['', '   ', '!!! …', '-only', '""', 'x'.repeat(513)]) {
      await refused(as('read').inSpace(cast.space.id, query), 400)
      await refused(as('read').inOrganization(cast.organization.id, query), 400)
    }
    expect(await done(as('read').inSpace(cast.space.id, 'x'.repeat(512)))).toEqual({ items: [] })
  })

  it('treats any text as words', async () => {
    await write([{ title: 'Plain', markdown: 'Some words.' }])
    const hostile = [
      "words' | 'x",
      '\'; DROP TABLE "SearchPage"; --words',
      'words:*A & !x <-> y',
      '"unclosed words',
      "\\ \\\\ words \\'",
      '((((words',
      'words <2> & | ! * :',
      '@spc_x words',
      '%_ $1 ? words',
      `${'a '.repeat(255)}b`,
      '語'.repeat(512),
      'İ ſ ﬀ ™ words',
      '😀 words',
    ]
    for (const query of hostile) {
      const answer = await as('read').inSpace(cast.space.id, query)
      expect([query, answer.ok]).toEqual([query, true])
    }
    expect(await titles('"unclosed words')).toEqual([])
    expect(await titles('😀 words')).toEqual(['Plain'])
    expectNoFaults(t)
    expect(name).toBeTruthy()
  })
})
