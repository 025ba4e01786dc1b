import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../support/archives.ts'
import { StallTarget } from './stalls.ts'

const PAGES = 10_000
const PAGES_PER_FOLDER = 50
const POLL_MS = 100

/** Pages that share a few words with each other, and have a link. */
function archiveOf(pages: number): Buffer {
  const files: Record<string, string> = { 'README.md': '# Home\n' }
  for (let n = 0; n < pages; n++) {
    const words = Array.from({ length: 40 }, (_, at) => `word${(n * 31 + at * at * 17) % 4_000}`)
    const text = `# Page ${n}\n\nSee the [next page](page-${n + 1}.md).\n\n## Part of page ${n}\n\n${words.join(' ')}.\n`
    files[`part-${Math.floor(n / PAGES_PER_FOLDER)}/page-${n}.md`] = text
  }
  return zipOf(files)
}

let site: Server
let attacked: StallTarget
beforeAll(async () => {
  const archive = archiveOf(PAGES)
  site = createServer((_request, response) => response.end(archive)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  attacked = await StallTarget.start({ RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' })
})
afterAll(async () => {
  await attacked.end()
  site.close()
})

const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
  JSON.parse(await attacked.rest(method, path, body))

test('a merge of 10,000 imported pages', async () => {
  const { spaceId, target, person } = attacked
  const space = `/spaces/${spaceId}`
  const { id } = await target.build.buildChangeRequest({ spaceId, createdById: person.user.id })
  // Both sides of the merge differ from their base.
  const welcome = { operation: 'insert_page', title: 'Welcome', document: { markdown: '# Welcome\n' } }
  await call('POST', `${space}/content`, { changes: [welcome] })
  const { port } = site.address() as AddressInfo
  const source = { source: 'zip', url: `http://127.0.0.1:${port}/pages.zip` }
  let imported = await call('POST', `${space}/change-requests/${id}/content/import`, source)
  while (imported.state === 'running') {
    await wait(POLL_MS)
    imported = await call('GET', `${space}/imports/${String(imported.id)}`)
  }
  expect(imported).toMatchObject({ state: 'success' })
  // What is shown and found of a text is prepared in jobs.
  const { queuedJob } = target.db.database.prisma
  while ((await queuedJob.count({ where: { name: 'content.parseTexts' } })) > 0) await wait(POLL_MS)
  await attacked.measure(`a merge of ${PAGES.toLocaleString('en')} imported pages`, async () => {
    expect(await call('POST', `${space}/change-requests/${id}/merge`, {})).toMatchObject({ result: 'merge' })
  })
  expect(target.bugs()).toEqual([])
})
