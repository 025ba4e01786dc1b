import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

/** Words and phrases that the documentation of an API does not use, with the plain ones to use instead. */
const plainWords: Readonly<Record<string, string>> = {
  'doors?': 'API, API layer',
  house: 'project, architecture',
  whoever: 'users who, the caller',
  whomever: 'users whom',
  judged: 'checked, authorized',
  'shut out': 'disabled, without access',
  'nothing is said': 'omitted, by default',
  'unless told': 'by default',
  'in our words': 'mapped to ours',
  told: 'returned, notified, reported',
  tells: 'returns, reports',
  'somebody|anybody|everybody|nobody': 'a user, any user, every user, no user; an anonymous caller',
  'asks for|asked for': 'requests, requested',
  'asks nobody': 'requires',
  'a turn|in turns?|takes turns': 'one after the other, alternates',
  'means? nothing': 'has no meaning, is ignored',
  'in vain': 'without a result',
  'works out|worked out': 'computes, evaluates',
  'puts together|put together': 'joins, combines',
  'stands? for': 'is, replaces, means',
  'stands (?:in|on|at|alone|there|here|behind|beside)': 'is in, is on',
  'leads? nowhere|leads? somewhere': 'is broken, has a target',
  'of late': 'recently',
  'is looked for|looks for': 'searches, looks up',
  'at the most': 'at most',
  'in hand': 'in progress',
  'speaks? of': 'refers to, sets',
  'to be had': 'available',
  'gives? way': 'is replaced',
  'sees to it': 'ensures',
  'all the same': 'anyway',
  anew: 'again',
  'holds? up': 'blocks, delays',
  'lets go of|let go of': 'releases',
  'what there is': 'what exists',
  'makes? of it|made of it': 'does with it',
}

interface Text {
  path: string
  text: string
}

const readText = (path: string): Text => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') })

function textsUnder(folder: string, pattern: RegExp): Text[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path) && !/^src\/generated\/|node_modules\//.test(path))
    .map(readText)
}

/** The comments of a source file and its strings of several words. Other text is blank, and lines stay the same. */
function proseOf({ path, text }: Text): Text {
  if (!/\.(ts|mjs|prisma)$/.test(path)) return { path, text }
  const lines = text.split('\n').map((line) => {
    if (/^\s*(\/\*|\*|\/\/)/.test(line)) return line
    const comment = / \/\/ .*/.exec(line)?.[0] ?? ''
    const strings = line.match(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`?/g) ?? []
    return [...strings.filter((string) => !/\b(SELECT|FROM|WHERE|JOIN|WITH)\b/.test(string)), comment].join(
      ' ',
    )
  })
  return { path, text: lines.join('\n') }
}

/** The titles of tests and suites, each on its own line of the file. */
const titlesOf = ({ path, text }: Text): Text => ({
  path,
  text: text.replaceAll(/^(?!\s*(?:(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(|\]\)\()\s*['"`]).*$/gm, ''),
})

const anyOf = (words: readonly string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')

function findings(texts: readonly Text[]): string[] {
  const every = anyOf(Object.keys(plainWords))
  const patterns = Object.entries(plainWords).map(([words, plain]) => [anyOf([words]), plain] as const)
  return texts.flatMap(({ path, text }) =>
    // One search for all words first: hardly any file has one.
    text.search(every) === -1
      ? []
      : patterns.flatMap(([pattern, plain]) =>
          [...text.matchAll(pattern)].map(({ 0: word, index }) => {
            const line = text.slice(0, index).split('\n').length
            return `${path}:${line} "${word}": use ${plain}`
          }),
        ),
  )
}

/** Without this file, which contains the words. */
const tests = textsUnder('test', /\.(ts|mjs)$/).filter(
  ({ path }) => path !== 'test/architecture/words.test.ts',
)

it('comments, messages and documentation are in plain English', () => {
  const texts = [
    ...textsUnder('src', /\.(ts|mjs)$/),
    ...textsUnder('bench', /\.(ts|mjs)$/),
    ...textsUnder('prisma/models', /\.prisma$/),
    ...textsUnder('docs', /\.md$/),
    ...['README.md', '.env.example', '.ci/run', 'schema.graphql'].map(readText),
    ...readdirSync(projectRoot)
      .filter((name) => name.endsWith('.config.ts'))
      .map(readText),
  ]
  expect(findings(texts.map(proseOf))).toEqual([])
})

it('comments and messages of tests are in plain English', () => {
  expect(findings(tests.map(proseOf))).toEqual([])
})

it('test titles are in plain English', () => {
  expect(findings(tests.map(titlesOf))).toEqual([])
})

it('finds a word in a comment, a message and a title, and not in code', () => {
  const found = (path: string, text: string) => findings([proseOf({ path, text })])
  expect(found('a.ts', '// Whoever calls')).toHaveLength(1)
  expect(found('a.ts', "throw forbidden('You are shut out.')")).toHaveLength(1)
  expect(found('a.ts', 'const told = tells')).toEqual([])
  const title = "  it('is told', () => {\n    const told = 1"
  expect(findings([titlesOf({ path: 'a.test.ts', text: title })])).toEqual([
    'a.test.ts:1 "told": use returned, notified, reported',
  ])
})
