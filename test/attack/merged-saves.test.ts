import { afterAll, beforeAll, expect, test } from 'vitest'
import { StallTarget } from './stalls.ts'

/** Lines of a few characters: a text of as many conflicts as possible. Longer ones are too complex to be saved. */
const LINES = 60_000
const SHORT_PAGES = 50
const SHORT_LINES = 250
const KEYS = 490

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

/** A text that two people have changed since. */
interface Versions {
  base: string
  theirs: string
  ours: string
}

const linesOf = (lineOf: (n: number) => string | number, count = LINES): string =>
  `${Array.from({ length: count }, (_, n) => lineOf(n)).join('\n')}\n`

/** A text of numbered lines, of which some have another word. */
const numbered = (isEdited: (n: number) => boolean, word: string, count = LINES) =>
  linesOf((n) => (isEdited(n) ? `${word}${n}` : n), count)
const never = () => false

const keyed = (value: string) => `---\n${linesOf((n) => `k${n}: ${value}`, KEYS)}---\nText\n`

const hostile: Record<string, Versions> = {
  'every second line changed by both': {
    base: numbered(never, ''),
    theirs: numbered((n) => n % 2 === 0, 't'),
    ours: numbered((n) => n % 2 === 0, 'o'),
  },
  'lines changed in turn': {
    base: numbered(never, ''),
    theirs: numbered((n) => n % 4 === 0, 't'),
    ours: numbered((n) => n % 4 === 2, 'o'),
  },
  'equal lines, removed at both ends': {
    base: linesOf(() => 'same'),
    theirs: `first\n${linesOf(() => 'same', LINES / 2)}`,
    ours: `${linesOf(() => 'same', LINES / 2 - 10)}last\n`,
  },
  'blank lines, added and removed': {
    base: `x\n${linesOf(() => '')}x\n`,
    theirs: `x\n${linesOf(() => '', LINES - 7)}x\n`,
    ours: `x\n${linesOf(() => '', LINES / 2)}x\n`,
  },
  'two lines in turn, and the other way round': {
    base: linesOf((n) => (n % 2 === 0 ? 'a' : 'b')),
    theirs: linesOf((n) => (n % 2 === 0 ? 'b' : 'a')),
    ours: linesOf((n) => (n % 3 === 0 ? 'a' : 'b')),
  },
  'lines in another order': {
    base: linesOf((n) => n % 997),
    theirs: linesOf((n) => (n * 31) % 997),
    ours: linesOf((n) => (n * 17) % 997),
  },
  'one long line': {
    base: 'x'.repeat(900_000),
    theirs: `t${'x'.repeat(900_000)}`,
    ours: `${'x'.repeat(900_000)}o`,
  },
  'keys of front matter that both changed': { base: keyed('b'), theirs: keyed('t'), ours: keyed('o') },
}

interface Saved {
  revision: string
  result?: string
  error?: { code: number; message: string }
}

/** Saves texts of pages, all of them in one request. */
async function save(pages: readonly (readonly [id: string, markdown: string])[], expectedRevision?: string) {
  const answer = await attacked.rest('POST', `/spaces/${attacked.spaceId}/content`, {
    changes: pages.map(([page, markdown]) => ({ operation: 'update_page', page, document: { markdown } })),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  })
  return JSON.parse(answer) as Saved
}

async function insert(count: number): Promise<string[]> {
  const path = `/spaces/${attacked.spaceId}/content`
  await attacked.rest('POST', path, {
    changes: Array.from({ length: count }, () => ({ operation: 'insert_page', title: 'New' })),
  })
  const { pages } = JSON.parse(await attacked.rest('GET', path)) as { pages: { id: string }[] }
  return pages.slice(-count).map(({ id }) => id)
}

test.each(Object.entries(hostile))('a merged save of %s', async (name, { base, theirs, ours }) => {
  const [id = ''] = await insert(1)
  const { revision, error } = await save([[id, base]])
  expect(error).toBeUndefined()
  expect((await save([[id, theirs]])).error).toBeUndefined()
  // The threads have started.
  await save([[id, ours]], revision)
  await save([[id, theirs]])
  let answer: Saved | undefined
  await attacked.measure(`a merged save: ${name}`, async () => {
    answer = await save([[id, `${ours}\n`]], revision)
  })
  expect(answer?.error?.code ?? 409, JSON.stringify(answer).slice(0, 300)).toBe(409)
  expect(attacked.target.bugs()).toEqual([])
})

test('a merged save of many short pages', async () => {
  const ids = await insert(SHORT_PAGES)
  const texts = (word: string, at: number) =>
    ids.map((id) => [id, numbered((n) => n % 8 === at, word, SHORT_LINES)] as const)
  const { revision } = await save(texts('', 0))
  await save(texts('t', 0))
  await attacked.measure('a merged save of many short pages', async () => {
    const answer = await save(texts('o', 4), revision)
    expect(answer.error).toBeUndefined()
  })
  expect(attacked.target.bugs()).toEqual([])
})
