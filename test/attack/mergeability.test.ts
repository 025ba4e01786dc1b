import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import {
  type FolderRecord,
  folderOf,
  hashOf,
  NO_EDITS,
  type PageRecord,
  writeRevision,
} from '../../src/modules/revisions/index.ts'
import { figure } from './figures.ts'
import { StallTarget } from './stalls.ts'

const PAGES = 10_000
const PER_FOLDER = 100
const CHANGED = 10
const WARM_UP = 20
const RUNS = 21

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

/** Twenty lines, of which one has the given word. */
const text = (page: number, line: number, word: string) =>
  `${Array.from({ length: 20 }, (_, at) => `${at === line ? word : 'Line'} ${at} of page ${page}`).join('\n')}\n`

/** Writes pages directly to the store: requests would take minutes. */
async function fill(spaceId: string): Promise<string[]> {
  const createdAt = new Date()
  const ids = Array.from({ length: PAGES }, () => newId('Page'))
  const pages = new Map<string, PageRecord>()
  const folders = new Map<string, FolderRecord>()
  const documents = new Map<string, string>()
  for (const [n, id] of ids.entries()) {
    const parent = n < PER_FOLDER ? null : (ids[Math.floor(n / PER_FOLDER) - 1] ?? null)
    const [slug, markdown] = [`page-${n}`, text(n, -1, '')]
    const folder = folders.get(folderOf(parent)) ?? { pages: [] }
    folder.pages.push([id, slug])
    folders.set(folderOf(parent), folder)
    documents.set(hashOf(markdown), markdown)
    const record = { type: 'document', parent, slug, title: `Page ${n}` } as const
    pages.set(id, { ...record, document: hashOf(markdown), createdAt: createdAt.toISOString() })
  }
  const edits = { ...NO_EDITS, pages, folders, documents }
  await attacked.target.db.database.transaction(async (tx, db) => {
    const { revisionId } = await tx.space.findUniqueOrThrow({ where: { id: spaceId } })
    const from = await tx.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const about = { type: 'edits' as const, parents: [from.id], createdById: null, createdAt }
    const { id } = await writeRevision({ tx, db }, from, edits, about)
    await tx.space.update({ where: { id: spaceId }, data: { revisionId: id } })
  })
  return ids
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('finding whether ten changed pages of 10,000 conflict costs as much as reading those pages', async () => {
  const { spaceId, target } = attacked
  const ids = await fill(spaceId)
  const numbers = Array.from({ length: CHANGED }, (_, n) => n * (PAGES / CHANGED) + n)
  const edits = (line: number, word: string) => ({
    changes: numbers.map((n) => ({
      operation: 'update_page',
      page: ids[n],
      document: { markdown: text(n, line, word) },
    })),
  })
  const { id } = JSON.parse(await attacked.rest('POST', `/spaces/${spaceId}/change-requests`, {}))
  const path = `/spaces/${spaceId}/change-requests/${id}`
  await attacked.rest('POST', `${path}/content`, edits(3, 'Mine'))
  const ask = async (state: string) => {
    const before = target.mainThreadMs()
    expect(JSON.parse(await attacked.rest('GET', `${path}/merge`))).toMatchObject({ state })
    return target.mainThreadMs() - before
  }
  for (const [state, line] of [
    ['outdated', 15],
    ['conflicts', 3],
  ] as const) {
    const cold: number[] = []
    const warm: number[] = []
    for (let run = -WARM_UP; run < RUNS; run++) {
      // Another revision of main content, for which nothing is known yet.
      await attacked.rest('POST', `/spaces/${spaceId}/content`, edits(line, `Theirs ${run}`))
      const [first, second] = [await ask(state), await ask(state)]
      if (run < 0) continue
      cold.push(first)
      warm.push(second)
    }
    const name = `CPU of the mergeability (${state}) of 10 changed pages in a space of 10,000`
    figure(`${name}, ms`, median(cold), { atMost: 15 })
    figure(`${name}, once it is known, ms`, median(warm), { below: 3 })
  }
  expect(target.bugs()).toEqual([])
})
