import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import {
  PIECE_BYTES,
  progressOfRendering,
  removeOldFiles,
} from '../../src/modules/pdf/production/rendered-files.ts'
import { altered } from '../support/altered.ts'
import { restAsker } from '../support/api-requests.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { WAIT } from '../support/live.ts'
import { PdfFile } from './pdf-file.ts'
import { noise } from './picture.ts'

interface Part {
  page?: string
  only?: boolean
}
interface Place {
  spaceId: string
  changeRequestId?: string
  revisionId?: string
}
interface Status {
  state: string
  done?: number
  total?: number
}
type Who = { token: string } | null

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let t: TestApp
let who: { token: string }
let organizationId: string
let spaceId: string
const pages: Record<string, string> = {}

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  who = await t.build.buildPerson({ organizationId, role: 'admin' })
  spaceId = (await t.build.buildSpace({ organizationId, title: 'Handbook' })).id
  const [image] = await change(spaceId, {
    operation: 'insert_files',
    files: [{ name: 'dot.png', base64: PNG }],
  })
  const start = `---\ndescription: Where all begins\n---\n\n# Start\n\nFirst words. ![A dot](/files/${image})`
  await insert('Start', { document: { markdown: start } })
  await insert('Guide', { document: { markdown: 'Guide words.' } })
  await insert('Install', { into: pages.Guide, document: { markdown: `[Back](/pages/${pages.Start})` } })
  await insert('Secret', { hidden: true, into: pages.Guide, document: { markdown: 'Hidden words.' } })
  await insert('Part', { type: 'group' })
  await insert('Last', { into: pages.Part, document: { markdown: '[Guide](../guide.md#top) Last words.' } })
  await insert('Elsewhere', { type: 'link', target: { kind: 'url', url: 'https://example.com' } })
})
afterAll(() => t?.close())

async function change(space: string, ...changes: object[]): Promise<string[]> {
  const response = await fetch(`${t.origin}/v1/spaces/${space}/content?compat=false`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ changes }),
  })
  type Made = { page?: { id: string }; file?: string; reusableContent?: string }
  const body = (await response.json()) as { changes: Made[] }
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body.changes.map(({ page, file, reusableContent }) => page?.id ?? file ?? reusableContent ?? '')
}

async function insert(title: string, page: object, space = spaceId): Promise<void> {
  const [id = ''] = await change(space, { operation: 'insert_page', title, ...page })
  pages[title] = id
}

const apis = [
  {
    api: 'REST',
    ask: (caller: Who, { spaceId: space, changeRequestId, revisionId }: Place, { page, only }: Part = {}) => {
      const inside = changeRequestId
        ? `/change-requests/${changeRequestId}`
        : revisionId
          ? `/revisions/${revisionId}`
          : ''
      return restAsker(t, caller)('GET', `/spaces/${space}${inside}/pdf`, ({ url }: { url: string }) => url, {
        query: { page, only: only === undefined ? undefined : String(only) },
      })
    },
    status: (space: string) =>
      restAsker(t, who)(
        'GET',
        `/spaces/${space}/pdf`,
        ({ url: _url, ...status }: Status & { url: string }) => status,
      ),
  },
  {
    api: 'GraphQL',
    ask: (caller: Who, { spaceId: space, changeRequestId, revisionId }: Place, { page, only }: Part = {}) => {
      const pdf = 'pdf(page: $page, only: $only)'
      const [id, field] = changeRequestId
        ? [changeRequestId, `... on ChangeRequest { content { ${pdf} } }`]
        : revisionId
          ? [revisionId, `... on Revision { ${pdf} }`]
          : [space, `... on Space { content { ${pdf} } }`]
      type Found = { pdf?: string; content?: { pdf: string | null } } | null
      return graphqlAsker(t, caller).ask(
        `query($id: ID!, $page: ID, $only: Boolean) { found: node(id: $id) { ${field} } }`,
        { id, page, only },
        ({ found }: { found: Found }) => found?.pdf ?? found?.content?.pdf ?? null,
      )
    },
    status: (space: string) =>
      graphqlAsker(t, who).ask(
        'query($id: ID!) { space(id: $id) { content { pdfStatus { state done total } } } }',
        { id: space },
        ({ space: { content } }: { space: { content: { pdfStatus: Record<string, unknown> } } }) => {
          const { state, ...rest } = content.pdfStatus
          const counts = Object.entries(rest).filter(([, count]) => count !== null)
          return { state: String(state).toLowerCase(), ...Object.fromEntries(counts) } as Status
        },
      ),
  },
]

type Api = (typeof apis)[number]

async function addressAt(api: Api | undefined, place: Place, part?: Part): Promise<string> {
  const outcome = await api?.ask(who, place, part)
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome))
  return outcome.value
}

async function fetched(url: string): Promise<Buffer> {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status, JSON.stringify(t.faults)).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return bytes
}

const fileAt = async (url: string) => new PdfFile(await fetched(url))
const wordsOf = (file: PdfFile) => file.pages.map((page) => file.textOf(page)).join(' ')
const madeIn = (space: string) => t.db.database.prisma.renderedFile.count({ where: { spaceId: space } })

describe.each(apis)('a PDF requested with the $api api', (api) => {
  it('requires access to the space', async () => {
    const stranger = await t.build.buildPerson()
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    expect(await api.ask(null, { spaceId })).toMatchObject({ ok: false, status: 401 })
    expect(await api.ask(stranger, { spaceId })).toMatchObject({ ok: false, status: 404 })
    expect(await api.ask(reader, { spaceId })).toMatchObject({ ok: true })
  })

  it('has all pages in order, with groups, images and links, and without hidden ones', async () => {
    const file = await fileAt(await addressAt(api, { spaceId }))
    const words = wordsOf(file)
    for (const shown of ['Handbook', 'First words.', 'Guide words.', 'Last words.'])
      expect(words).toContain(shown)
    for (const left of ['Hidden', 'Secret', 'Where all begins ---', 'Elsewhere'])
      expect(words).not.toContain(left)
    expect(file.outline.map((line) => line.replace(/ \d+$/, ''))).toEqual([
      'Start',
      'Guide',
      '  Install',
      'Part',
      '  Last',
    ])
    expect(file.count(/\/Subtype \/Image/)).toBeGreaterThan(0)
    const [start, guide, install, last] = file.pages.slice(-4)
    expect(file.linksOf(install)).toEqual([start])
    expect(file.linksOf(last)).toEqual([guide])
  })

  it('has a page with its descendants, or alone', async () => {
    const below = wordsOf(await fileAt(await addressAt(api, { spaceId }, { page: pages.Guide })))
    expect(below).toContain('Guide words.')
    expect(below).toContain('Back')
    expect(below).not.toMatch(/First words|Last words|Hidden words/)
    const alone = await fileAt(await addressAt(api, { spaceId }, { page: pages.Guide, only: true }))
    expect(wordsOf(alone)).toContain('Guide words.')
    expect(wordsOf(alone)).not.toContain('Back')
    expect(alone.pages).toHaveLength(1)
  })

  it('has evaluated texts, with variables, conditions and includes', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await change(id, { operation: 'set_variable', name: 'product', value: 'Lantern' })
    const [note] = await change(id, {
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'Included words.' },
    })
    const markdown = [
      '<code class="expression">space.vars.product</code> glows.',
      `{% include "${note}" %}`,
      '{% if space.vars.product == "Candle" %}\nForeign words.\n{% endif %}',
    ].join('\n\n')
    await insert('Evaluated', { document: { markdown } }, id)
    const words = wordsOf(await fileAt(await addressAt(api, { spaceId: id })))
    expect(words).toContain('Lantern glows.')
    expect(words).toContain('Included words.')
    expect(words).not.toContain('Foreign words.')
  })

  it('has the title of a group that is requested alone', async () => {
    const file = await fileAt(await addressAt(api, { spaceId }, { page: pages.Part, only: true }))
    expect(wordsOf(file)).toContain('Part')
  })

  it('has a status: none, rendering with its progress, or ready', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await insert('First', { document: { markdown: 'Words.' } }, id)
    await insert('Second', { document: { markdown: 'Words.' } }, id)
    const { prisma } = t.db.database
    expect(await api.status(id)).toMatchObject({ ok: true, value: { state: 'none' } })
    await fetched(await addressAt(api, { spaceId: id }))
    expect(await api.status(id)).toMatchObject({ ok: true, value: { state: 'ready', done: 2, total: 2 } })
    const unfinished = { completedAt: null, done: 1, usedAt: new Date() }
    await prisma.renderedFile.updateMany({ where: { spaceId: id }, data: unfinished })
    expect(await api.status(id)).toMatchObject({ ok: true, value: { state: 'rendering', done: 1, total: 2 } })
  })

  it('rejects a page that does not exist, and `only` without a page', async () => {
    const unknown = await api.ask(who, { spaceId }, { page: newId('Page') })
    expect(unknown).toMatchObject({ ok: false, status: 404 })
    expect(await api.ask(who, { spaceId }, { only: true })).toMatchObject({ ok: false, status: 400 })
    expect(await api.ask(who, { spaceId }, { only: false })).toMatchObject({ ok: true })
  })

  it('is rendered from the revision at the time of the request', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await insert('Moving', { document: { markdown: 'Old words.' } }, id)
    const before = await addressAt(api, { spaceId: id })
    const { revisionId } = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id } })
    await change(id, { operation: 'update_page', page: pages.Moving, document: { markdown: 'New words.' } })
    expect(wordsOf(await fileAt(before))).toContain('Old words.')
    expect(wordsOf(await fileAt(await addressAt(api, { spaceId: id })))).toContain('New words.')
    expect(new URL(await addressAt(api, { spaceId: id, revisionId })).pathname).toBe(new URL(before).pathname)
    const request = await t.build.buildChangeRequest({ spaceId: id, revisionId })
    const proposed = await addressAt(api, { spaceId: id, changeRequestId: request.id })
    expect(new URL(proposed).pathname).toBe(new URL(before).pathname)
  })
})

describe('the document', () => {
  const address = (place: Place, part?: Part) => addressAt(apis[0], place, part)
  const statusOf = async (url: string) => (await fetch(url)).status

  it('is rendered once and stored, for any node and for any revision with the same content', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await insert('Once', { document: { markdown: 'Words.' } }, id)
    const url = await address({ spaceId: id })
    const [bytes, meanwhile] = await Promise.all([fetched(url), fetched(url)])
    expect(meanwhile.equals(bytes)).toBe(true)
    expect(await madeIn(id)).toBe(1)

    t.db.statements.length = 0
    expect((await fetched(url)).equals(bytes)).toBe(true)
    expect(t.db.statements.map(({ text }) => text.split(/\s/, 1)[0])).toEqual([
      'SELECT',
      'SELECT',
      'WITH',
      'SELECT',
    ])

    const { prisma } = t.db.database
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id } })
    const { git: _git, ...revision } = await prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const twin = await prisma.revision.create({
      data: { ...revision, id: newId('Revision'), createdAt: new Date(0), variables: {} },
    })
    const node = await startApp({ sharing: t })
    const other = (await address({ spaceId: id, revisionId: twin.id })).replace(t.origin, node.origin)
    expect((await fetched(other)).equals(bytes)).toBe(true)
    await node.close()
    expect(await madeIn(id)).toBe(1)
  })

  it('is rendered again when the title of the space changes', async () => {
    const { id } = await t.build.buildSpace({ organizationId, title: 'Before' })
    const url = await address({ spaceId: id })
    expect(wordsOf(await fileAt(url))).toContain('Before')
    await t.db.database.prisma.space.update({ where: { id }, data: { title: 'After' } })
    expect(wordsOf(await fileAt(url))).toContain('After')
  })

  it('is not found at a URL that was changed or has expired', async () => {
    const url = await address({ spaceId }, { page: pages.Start, only: true })
    expect(await statusOf(url.replace('.only.pdf', '.pdf'))).toBe(404)
    const signature = url.indexOf('signature=') + 'signature='.length
    expect(await statusOf(altered(url, signature))).toBe(404)
    expect(await statusOf(url.replace(/\?.*/, ''))).toBe(404)
    const real = t.clock.now
    const at = Date.now()
    t.clock.now = () => new Date(at + 59 * 60 * 1000)
    expect(await statusOf(url)).toBe(200)
    t.clock.now = () => new Date(at + 62 * 60 * 1000)
    expect(await statusOf(url)).toBe(404)
    t.clock.now = real
  })

  it('is deleted with its space', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    const url = await address({ spaceId: id })
    await fetched(url)
    await t.db.database.prisma.space.update({ where: { id }, data: { deletedAt: new Date() } })
    expect(await statusOf(url)).toBe(404)
    await t.db.database.prisma.space.delete({ where: { id } })
    expect(await madeIn(id)).toBe(0)
  })

  it('is rendered while other requests are served', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    const markdown = Array.from(
      { length: 60 },
      (_, n) => `## Part ${n}\n\nSome *words* of part ${n}.\n`,
    ).join('\n')
    await insert('Long', { document: { markdown } }, id)
    const url = await address({ spaceId: id })
    let isMade = false
    const made = fetched(url).then(() => {
      isMade = true
    })
    expect(await statusOf(`${t.origin}/healthz`)).toBe(200)
    expect(isMade).toBe(false)
    await made
  })

  const asynchronously = { headers: { prefer: 'respond-async' } }
  /** A space with a few long pages, and with images of about three bytes per pixel. */
  const spaceWith = async (count: number, ...sides: number[]): Promise<string> => {
    const { id } = await t.build.buildSpace({ organizationId })
    const files = sides.map((side) => ({ name: `${side}.png`, base64: noise(side).toString('base64') }))
    const made = await Promise.all(
      files.map((file) => change(id, { operation: 'insert_files', files: [file] })),
    )
    const images = made.map(([image]) => `![Noise](/files/${image})`)
    const markdown = `${images.join(' ')}\n\n${'Words of a page.\n\n'.repeat(100)}`
    const page = { operation: 'insert_page', document: { markdown } }
    await change(id, ...Array.from({ length: count }, (_, n) => ({ ...page, title: `Page ${n}` })))
    return id
  }

  it('is rendered in the background, with its progress, for clients that do not wait', async () => {
    const id = await spaceWith(12, 350)
    const url = await address({ spaceId: id })
    const first = await fetch(url, asynchronously)
    expect(first.status).toBe(202)
    expect(await first.json()).toEqual({ object: 'download-progress', done: 0, total: 12 })
    expect(first.headers.get('preference-applied')).toBe('respond-async')
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('etag')).toBeNull()
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(new URL(first.headers.get('location') ?? '', t.origin).href).toBe(url)
    // Any node has the progress.
    const node = await startApp({ sharing: t })
    const seen: number[] = []
    let last = await first
    await vi.waitFor(async () => {
      last = await fetch(url.replace(t.origin, node.origin), asynchronously)
      if (last.status === 202) seen.push(((await last.json()) as { done: number }).done)
      expect(last.status).toBe(200)
    }, WAIT)
    expect(last.headers.get('preference-applied')).toBeNull()
    const bytes = Buffer.from(await last.arrayBuffer())
    await node.close()
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(await madeIn(id)).toBe(1)
    expect((await fetched(url)).equals(bytes)).toBe(true)
    expect(bytes.length).toBeGreaterThan(PIECE_BYTES)
    expect(new PdfFile(bytes).pages.length).toBeGreaterThan(12)
    const range = [PIECE_BYTES - 10, PIECE_BYTES + 9] as const
    const part = await fetch(url, { headers: { range: `bytes=${range.join('-')}` } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(range[0], range[1] + 1))).toBe(true)
  })

  it('is complete in its progress once it exists, so that no other node makes it again', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await fetched(await address({ spaceId: id }))
    const { database } = t.db
    const { key, total } = await database.prisma.renderedFile.findFirstOrThrow({ where: { spaceId: id } })
    const progress = await progressOfRendering(database, { spaceId: id, key }, new Date())
    expect(progress).toEqual({ done: total, total })
  })

  it('is not made by a second node while another makes it for clients that do not wait', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    const url = await address({ spaceId: id })
    const { prisma } = t.db.database
    await fetched(url)
    const { key } = await prisma.renderedFile.findFirstOrThrow({ where: { spaceId: id } })
    const now = new Date()
    const started = { id: 'other-node', spaceId: id, key, done: 3, total: 9, createdAt: now, usedAt: now }
    await prisma.renderedFile.deleteMany({ where: { spaceId: id } })
    await prisma.renderedFile.create({ data: started })
    expect(await (await fetch(url, asynchronously)).json()).toMatchObject({ done: 3, total: 9 })
    expect(await madeIn(id)).toBe(1)
    // The other node ends before it is complete.
    await prisma.renderedFile.update({
      where: { id: started.id },
      data: { usedAt: new Date(Date.now() - 11 * 60 * 1000) },
    })
    await prisma.renderedPiece.create({
      data: { fileId: started.id, number: 0, bytes: Buffer.from('part') },
    })
    expect(await (await fetch(url, asynchronously)).json()).toMatchObject({ done: 0 })
    await fetched(url)
    await removeOldFiles(t.db.database, { now: new Date(), most: 1024 * 1024 })
    expect(await prisma.renderedFile.count({ where: { id: started.id } })).toBe(0)
    expect(await prisma.renderedPiece.count({ where: { fileId: started.id } })).toBe(0)
    expect(await madeIn(id)).toBe(1)
  })

  it('has at most the size that is configured, also for clients that do not wait', async () => {
    const node = await startApp({ sharing: t, environment: { PDF_MAX_MB: '1' } })
    const id = await spaceWith(1, 500, 501)
    const url = (await address({ spaceId: id })).replace(t.origin, node.origin)
    expect((await fetch(url, asynchronously)).status).toBe(202)
    let last: Response | undefined
    await vi.waitFor(async () => {
      last = await fetch(url, asynchronously)
      expect(last.status).not.toBe(202)
    }, WAIT)
    expect(last?.status).toBe(413)
    expect(await last?.json()).toMatchObject({ error: { message: expect.stringContaining('1 MiB') } })
    // Nothing of it is left once it has ended.
    await vi.waitFor(async () => expect(await madeIn(id)).toBe(0), WAIT)
    await node.close()
  })

  it('is not rendered to the end when its space is deleted', async () => {
    const id = await spaceWith(30)
    const url = await address({ spaceId: id })
    expect((await fetch(url, asynchronously)).status).toBe(202)
    await vi.waitFor(async () => expect(await madeIn(id)).toBe(1), WAIT)
    await t.db.database.prisma.space.delete({ where: { id } })
    expect(await statusOf(url)).toBe(404)
    // The thread is free again.
    await fetched(await address({ spaceId }, { page: pages.Guide, only: true }))
    expect(await t.db.database.prisma.renderedPiece.count({ where: { file: { spaceId: id } } })).toBe(0)
  })

  it('is not rendered to the end for a client that disconnected', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    await insert('Left', { document: { markdown: 'Words of a page.\n\n'.repeat(600) } }, id)
    const client = new AbortController()
    const asked = fetch(await address({ spaceId: id }), { signal: client.signal })
    const left = expect(asked).rejects.toThrow()
    // Later requests are queued behind it.
    expect(await statusOf(`${t.origin}/healthz`)).toBe(200)
    client.abort()
    await left
    await fetched(await address({ spaceId }, { page: pages.Last, only: true }))
    expect(await madeIn(id)).toBe(0)
    expect(t.faults).toEqual([])
  })

  it('is rejected when too many are being rendered', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    // Each takes so long that all others arrive while the first one is being rendered.
    const markdown = 'Words of a page.\n\n'.repeat(600)
    const inserts = Array.from({ length: 10 }, (_, n) => ({
      operation: 'insert_page',
      title: `Page ${n}`,
      document: { markdown },
    }))
    const made = await change(id, ...inserts)
    const urls = await Promise.all(made.map((page) => address({ spaceId: id }, { page, only: true })))
    const client = new AbortController()
    const rejected: Response[] = []
    const receive = async (url: string) => {
      const response = await fetch(url, { signal: client.signal })
      if (response.status !== 200 && rejected.push(response) === 2) client.abort()
    }
    await Promise.allSettled(urls.map(receive))
    expect(rejected.map(({ status }) => status)).toEqual([503, 503])
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    t.faults.length = 0
  })

  it('is removed a week after its last use, or when their total size exceeds the limit', async () => {
    const { database } = t.db
    const { id } = await t.build.buildSpace({ organizationId })
    const url = await address({ spaceId: id })
    await fetched(url)
    const most = 1024 * 1024 * 1024
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000)
    const real = t.clock.now
    t.clock.now = () => days(6)
    await fetched(await address({ spaceId: id }))
    t.clock.now = real
    await removeOldFiles(database, { now: days(8), most })
    expect(await madeIn(id)).toBe(1)
    await removeOldFiles(database, { now: days(14), most })
    expect(await madeIn(id)).toBe(0)
    await fetched(url)
    await removeOldFiles(database, { now: days(0), most: 1 })
    expect(await madeIn(id)).toBe(1)
    await removeOldFiles(database, { now: new Date(Date.now() + 120_000), most: 1 })
    expect(await madeIn(id)).toBe(0)
  })
})
