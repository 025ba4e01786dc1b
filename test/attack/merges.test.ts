import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeBoth } from '../../src/modules/merge/three-way/merge.ts'
import type { PageRecord } from '../../src/modules/revisions/index.ts'
import { type Content, emptyContent, inputOf } from '../merge/memory-content.ts'
import { mergeTools } from '../merge/merge-tools.ts'
import { figure } from './figures.ts'
import { StallTarget } from './stalls.ts'

const PAGES = 10
const PAGE_BYTES = 72_500

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

/** A page of a reference: thousands of lines that look alike, of which every option has two that are edited. */
function referenceOf(page: number, edited: string): string {
  const options: string[] = []
  for (let n = 0, bytes = 0; bytes < PAGE_BYTES; n++) {
    const option =
      `### option_${n}\n\n| Type | Default |\n| --- | --- |\n| string | ${n % 7}${edited} |\n\n` +
      `The option ${n} of page ${page}${edited}.\n\n\`\`\`\na: ${n % 5}\n\`\`\`\n\n`
    options.push(option)
    bytes += option.length
  }
  return `# Page ${page}\n\n${options.join('')}`
}

/** CPU milliseconds of the main thread of the server: more than any stall that the work causes. */
function mainThreadCpu(): number {
  const pid = attacked.target.process.child.pid
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const numbers = Array.from({ length: PAGES }, (_, page) => page)
const documentOf = (page: number, edited: string) => ({ markdown: referenceOf(page, edited) })

/** One request for each page: a request body has a limit. */
async function write(path: string, changes: readonly object[]): Promise<void> {
  for (const change of changes) await attacked.rest('POST', path, { changes: [change] })
}

test('a merge and an update with conflicts all over 725 kB of pages', async () => {
  const { spaceId, target, person } = attacked
  const at = `/spaces/${spaceId}`
  await write(
    `${at}/content`,
    numbers.map((page) => ({
      operation: 'insert_page',
      title: `Page ${page}`,
      document: documentOf(page, ''),
    })),
  )
  const { pages } = JSON.parse(await attacked.rest('GET', `${at}/content`)) as { pages: { id: string }[] }
  expect(pages).toHaveLength(PAGES)
  const { id } = await target.build.buildChangeRequest({ spaceId, createdById: person.user.id })
  const request = `${at}/change-requests/${id}`
  for (const [path, edited] of [
    [`${at}/content`, ' by one'],
    [`${request}/content`, ' by another'],
  ] as const) {
    await write(
      path,
      numbers.map((page) => ({
        operation: 'update_page',
        page: pages[page]?.id,
        document: documentOf(page, edited),
      })),
    )
  }
  // The thread that merges texts has started.
  await attacked.rest('POST', `${request}/merge`, {})
  const before = mainThreadCpu()
  let ms = 0
  await attacked.measure('a merge with conflicts', async () => {
    const begun = performance.now()
    const answer = JSON.parse(await attacked.rest('POST', `${request}/merge`, {}))
    ms = performance.now() - begun
    expect(answer).toMatchObject({ error: { code: 409 } })
  })
  const cpu = mainThreadCpu() - before
  figure('response to a merge with 725 kB of conflicting pages, ms', ms, { below: 1_000 })
  figure('main-thread CPU of a merge with 725 kB of conflicting pages, ms', cpu, { below: 500 })
  await attacked.measure('an update with conflicts', async () => {
    expect(JSON.parse(await attacked.rest('POST', `${request}/update`, {}))).toMatchObject({
      result: 'conflicts',
    })
  })
  expect(target.bugs()).toEqual([])
})

/** Pages that each side has added with ids of its own, as if both had imported the same archive. */
function importedBy(side: string, pages: number): Content {
  const records = Array.from({ length: pages }, (_, n): [string, PageRecord] => [
    `${side}-${n}`,
    {
      type: 'document',
      parent: null,
      slug: `page-${n}`,
      title: `Page ${n}`,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  ])
  const folder = { pages: records.map(([id, { slug }]): [string, string] => [id, slug]) }
  return { ...emptyContent(), pages: new Map(records), folders: new Map([['root', folder]]) }
}

async function cpuOfMerge(pages: number): Promise<number> {
  const input = inputOf(emptyContent(), importedBy('one', pages), importedBy('two', pages))
  const before = process.cpuUsage()
  const { conflicts } = await mergeBoth(input, mergeTools)
  const { user, system } = process.cpuUsage(before)
  expect(conflicts).toEqual([])
  return user + system
}

test('the cost of a merge of pages that both sides have imported is in proportion to their number', async () => {
  await cpuOfMerge(4_000)
  const few = Math.min(await cpuOfMerge(2_000), await cpuOfMerge(2_000))
  const many = Math.min(await cpuOfMerge(8_000), await cpuOfMerge(8_000))
  figure('CPU of a merge of 8,000 pages that both sides imported, times that of 2,000', many / few, {
    below: 8,
  })
})
