import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/project-root.ts'

/** Words and phrases that the documentation of an API does not use, with the plain ones to use instead. */
const plainWords: Readonly<Record<string, string>> = {
  door: 'API, API layer',
  doors: 'APIs, API layers',
  house: 'project, architecture',
  whoever: 'users who, the caller',
  judged: 'checked, authorized',
  'shut out': 'disabled, without access',
  'nothing is said': 'omitted, by default',
  'unless told': 'by default',
  'asks nobody': 'requires',
  'in our words': 'mapped to ours',
}

/** Words that are plain in some sentences; they are kept out of new text. */
const plainerWords: Readonly<Record<string, string>> = {
  told: 'returned, notified, reported',
  tells: 'returns, reports',
  somebody: 'a user, a caller',
  anybody: 'any user, anyone',
  'asks for': 'requests',
}

function textsUnder(place: string, isMeant: (path: string) => boolean): { path: string; text: string }[] {
  return readdirSync(join(projectRoot, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|mjs|md|prisma)$/.test(path) && !path.startsWith('src/generated/'))
    .filter(isMeant)
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
}

const fileOf = (path: string) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') })

/** The titles of tests and suites, each on its own line of the file. */
const titlesOf = (text: string): string =>
  text.replaceAll(/^(?!\s*(?:(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(|\]\)\()\s*['"`]).*$/gm, '')

function findings(
  texts: { path: string; text: string }[],
  words: Readonly<Record<string, string>>,
): string[] {
  const pattern = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'i')
  return texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const word = pattern.exec(line)?.[0]
      return word === undefined ? [] : `${path}:${at + 1} "${word}": use ${words[word.toLowerCase()]}`
    }),
  )
}

const isContent = (path: string) =>
  /^src\/modules\/(content|documents|import|links|merge|page-metadata|pdf|search)\/|\.graphql\.ts$/.test(path)
const prose = [
  ...textsUnder('src', () => true),
  ...textsUnder('docs', () => true),
  ...textsUnder('prisma/models', () => true),
  ...['README.md', '.env.example', 'schema.graphql'].map(fileOf),
]
const titles = textsUnder('test', (path) => path.endsWith('.test.ts')).map(({ path, text }) => ({
  path,
  text: titlesOf(text),
}))

it('messages, comments and documentation are in plain English', () => {
  expect(findings(prose, plainWords)).toEqual([])
  const plainest = prose.filter(({ path }) => !isContent(path) && path !== 'schema.graphql')
  expect(findings(plainest, plainerWords)).toEqual([])
})

it('test titles are in plain English', () => {
  const own = 'test/architecture/words.test.ts'
  expect(
    findings(
      titles.filter(({ path }) => path !== own),
      plainWords,
    ),
  ).toEqual([])
  expect(
    findings(
      titles.filter(({ path }) => !path.startsWith('test/attack/')),
      plainerWords,
    ),
  ).toEqual([])
})

it('finds a word in a comment and in a title, and not in code', () => {
  const title = "  it('is told', () => {\n    const told = 1"
  expect(findings([{ path: 'a.test.ts', text: titlesOf(title) }], plainerWords)).toEqual([
    'a.test.ts:1 "told": use returned, notified, reported',
  ])
  expect(findings([{ path: 'a.ts', text: '// Whoever calls' }], plainWords)).toHaveLength(1)
})
