import { describe, expect, it } from 'vitest'
import { importRules } from './import-rules.ts'
import { memoryRules } from './memory-rules.ts'
import { moduleRules } from './module-rules.ts'
import { nameRules } from './name-rules.ts'
import { filesOf, importCycle, read, type Source, sourcesUnder } from './sources.ts'

const sources = sourcesUnder('src')
const tests = sourcesUnder('test')

const pathsWhere = (isSo: (source: Source) => boolean) => sources.filter(isSo).map(({ path }) => path)
const rules = { ...importRules, ...moduleRules, ...nameRules, ...memoryRules }
describe.each(Object.entries(rules))('%s', (_title, { find, violations }) => {
  it('holds', () => {
    expect(find(sources)).toEqual([])
  })

  it('is reported when it is broken', () => {
    for (const violation of violations) {
      const added = filesOf(violation).map(([path, text]) => read(path, text))
      const paths = new Set(added.map(({ path }) => path))
      expect(find([...sources.filter(({ path }) => !paths.has(path)), ...added])).not.toEqual([])
    }
  })
})

it('imports of the benchmarks make no circle, types included', () => {
  expect(importCycle(sourcesUnder('bench'))).toEqual([])
})

describe('the environment', () => {
  it('is read only by the configuration and the commands that run before it', () => {
    const readers = pathsWhere(({ readsEnvironment }) => readsEnvironment)
    expect(readers.filter((path) => !/^src\/(config\/config\.ts|tools\/\w+\.mjs)$/.test(path))).toEqual([])
  })

  it('and the clock are read only in the listed files; all others get a clock', () => {
    const mayLook: Record<string, string> = {
      'src/client/webhooks.ts': 'in programs of others',
      'src/main.ts': 'the moment of the first start',
      'src/console/app/editor/drafts/draft.ts': 'in a browser',
      'src/console/app/relay/answered.ts': 'in a browser',
      'src/console/app/screens/inbox/by-day.ts': 'in a browser',
      'src/core/ids.ts': 'ids sort by creation',
      'src/platform/embedded-postgres/server.ts': 'how long to wait for a process',
      'src/platform/embedded-postgres/start-lock.ts': 'how long to wait for a process',
      'src/platform/files/s3-store.ts': 'S3 rejects signatures of another time',
      'src/server/app.ts': 'the clock that everyone else is given',
      'src/tools/db-diff.ts': 'names of migrations begin with the time',
      'src/tools/up-to-date.mjs': 'the age of files',
      'src/tools/quire.ts': 'a command is its own clock',
    }
    expect(pathsWhere(({ readsClock }) => readsClock)).toEqual(Object.keys(mayLook).sort())
  })
})

describe('files', () => {
  it('of the product are shorter than 300 lines', () => {
    expect(pathsWhere(({ lines }) => lines >= 300)).toEqual([])
  })

  it('export by name, except where a tool requires a default export', () => {
    const demanded = {
      'src/console/app/globals.d.ts': 'esbuild exports the names of a CSS module so',
      'test/attack/figure-reporter.ts': 'vitest loads reporters so',
      'test/support/count-reporter.ts': 'vitest loads reporters so',
    }
    const defaults = [...sources, ...tests].filter(({ hasDefaultExport }) => hasDefaultExport)
    expect(defaults.map(({ path }) => path)).toEqual(Object.keys(demanded))
  })

  it('are named in kebab case, without utils and helpers', () => {
    const names = [...sources, ...tests].map(({ path }) => path)
    expect(names.filter((path) => /util|helper|misc|common/.test(path))).toEqual([])
    expect(names.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([])
  })

  it('name what a thing is, and a limit in one way', () => {
    const vague =
      /\b(?:const|let|function) (?:told|said|asked|around|besides|keyOf)\b|#(?:told|said|asked|around)\b|\bMOST_/
    expect(sources.filter(({ text }) => vague.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('have no unfinished parts', () => {
    const marks = new RegExp(['\\b(?:TO', 'DO|FIX', 'ME|XX', 'X)\\b'].join(''))
    expect([...sources, ...tests].filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
  })
})
