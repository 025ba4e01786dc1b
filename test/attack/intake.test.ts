import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../support/archives.ts'
import { StallTarget } from './stalls.ts'

const MIB = 1024 * 1024

let attacked: StallTarget
let site: Server
let origin: string
const served = new Map<string, Buffer>()

beforeAll(async () => {
  site = createServer((request, response) => {
    const body = served.get(request.url ?? '')
    response.writeHead(body ? 200 : 404).end(body ?? '')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  origin = `http://${host}`
  attacked = await StallTarget.start({ OUTBOUND_ALLOW: host })
})
afterAll(async () => {
  await attacked.end()
  site.close()
})

async function importing(source: string, path: string, body: Buffer): Promise<string> {
  served.set(path, body)
  const { target, person, spaceId } = attacked
  const { id } = await target.build.buildChangeRequest({ spaceId, createdById: person.user.id })
  const at = `/spaces/${spaceId}/change-requests/${id}/content/import`
  return attacked.rest('POST', at, { source, url: origin + path })
}

const pagesOf = (count: number, name: (n: number) => string, text: string) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), text])))

/** HTML that is slow to convert and compresses well. */
const hostileHtml = `<html><body>${'<table><tr><td>'.repeat(100)}${'<b><i>a</b>'.repeat(1_000)}${'<p>a<ul><li>b'.repeat(700)}`
const hostileMarkdown =
  '> a\n>> b\n'.repeat(4_000) + '|a|b|\n|-|-|\n'.repeat(4_000) + '[^a]: [^a]\n'.repeat(4_000)
const deepSummary = Array.from(
  { length: 800 },
  (_, n) => `${'  '.repeat(n)}* [Page ${n}](page-${n}.md)\n`,
).join('')
/** As many keys as front matter can have, and far more. */
const allKeys = `---\n${Array.from({ length: 480 }, (_, n) => `key${n}: 1\n`).join('')}---\n# Title\n`
const manyKeys = `---\n${Array.from({ length: 20_000 }, (_, n) => `key${n}: 1\n`).join('')}---\n# Title\n`
const flowKeys = `---\na: {${Array.from({ length: 450 }, (_, n) => `k${n}: ${n}`).join(', ')}}\n---\n# Title\n`
const nestedKeys = `---\n${Array.from({ length: 400 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')}---\n# Title\n`

test('imports of hostile archives', async () => {
  await attacked.measure('import', () =>
    Promise.all([
      importing(
        'zip',
        '/html.zip',
        pagesOf(15, (n) => `page-${n}.html`, hostileHtml),
      ),
      importing(
        'zip',
        '/markdown.zip',
        pagesOf(5, (n) => `page-${n}.md`, hostileMarkdown),
      ),
      importing('zip', '/summary.zip', zipOf({ 'SUMMARY.md': deepSummary, 'page-0.md': '# Page' })),
      importing('html', '/page.html', Buffer.from(hostileHtml)),
      importing('markdown', '/page.md', Buffer.from(hostileMarkdown)),
      importing('zip', '/bomb.zip', zipOf({ 'a.md': Buffer.alloc(30 * MIB, 'a') })),
    ]),
  )
  expect(attacked.target.bugs()).toEqual([])
})

test('YAML with many keys and levels', async () => {
  const insert = (markdown: string) =>
    attacked.rest('POST', `/spaces/${attacked.spaceId}/content`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }],
    })
  await attacked.measure('YAML', () =>
    Promise.all([
      ...[allKeys, manyKeys, flowKeys, nestedKeys].map(insert),
      importing(
        'zip',
        '/yaml.zip',
        zipOf({ 'a.md': manyKeys, 'b.md': flowKeys, 'c.md': nestedKeys, 'd.md': allKeys }),
      ),
      importing('zip', '/config.zip', zipOf({ 'a.md': '# A', '.gitbook.yaml': manyKeys.slice(4, -12) })),
    ]),
  )
  expect(attacked.target.bugs()).toEqual([])
})

test('uploads of many files and of the maximum size of a form', async () => {
  const upload = (sizes: number[]) => {
    const form = new FormData()
    for (const [n, size] of sizes.entries()) {
      form.append('file', new Blob([new Uint8Array(randomBytes(size))]), `file-${n}.bin`)
    }
    return attacked.rest('POST', `/spaces/${attacked.spaceId}/content/files`, form)
  }
  await attacked.measure('uploads', () =>
    Promise.all([
      upload([28 * MIB]),
      upload(Array.from({ length: 20 }, () => MIB)),
      upload(Array.from({ length: 21 }, () => 1)),
      upload([40 * MIB]).catch(() => 'cut off, which is how a client that goes on sending learns of a 413'),
    ]),
  )
  expect(attacked.target.bugs()).toEqual([])
})
