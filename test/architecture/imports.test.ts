import { describe, expect, it } from 'vitest'
import { importCycle, type Source, sourcesUnder } from './sources.ts'

const sources = sourcesUnder('src')
const tests = sourcesUnder('test')

/** `from → target` of every import of ours that a rule does not allow. */
function offences(
  isConcerned: (path: string) => boolean,
  isAllowed: (target: string, path: string) => boolean,
) {
  return sources
    .filter(({ path }) => isConcerned(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ isOurs, target }) => isOurs && !isAllowed(target, path))
        .map(({ target }) => `${path} → ${target}`),
    )
}

const isIn = (directory: string) => (path: string) => path.startsWith(`src/${directory}/`)
const everywhere = () => true
const pathsWhere = (isSo: (source: Source) => boolean) => sources.filter(isSo).map(({ path }) => path)
const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1]

describe('imports', () => {
  it('of core reach core, platform and what is generated, and no resource or door', () => {
    const inside = (target: string) => /^src\/(core|platform|generated)\//.test(target)
    expect(offences(isIn('core'), inside)).toEqual([])
  })

  it('of platform reach nothing of ours but generated code and the place of the project', () => {
    const inside = (target: string) =>
      /^src\/(platform|generated)\//.test(target) || target === 'src/project-root.ts'
    expect(offences(isIn('platform'), inside)).toEqual([])
  })

  it('of the REST door are made by *.rest.ts alone, besides the app, its health and the writer of the guide', () => {
    const isDoor = isIn('rest')
    const mayOpen = (path: string) =>
      isDoor(path) ||
      (moduleOf(path) !== undefined && path.endsWith('.rest.ts')) ||
      ['src/app.ts', 'src/health.ts', 'src/http/refusals.ts', 'src/tools/rest-table.ts'].includes(path)
    expect(offences(everywhere, (target, path) => !isDoor(target) || mayOpen(path))).toEqual([])
  })

  it('of the GraphQL door are made by *.graphql.ts alone, besides the app and the printer of the schema', () => {
    const isDoor = isIn('graphql')
    const mayOpen = (path: string) =>
      isDoor(path) ||
      (moduleOf(path) !== undefined && path.endsWith('.graphql.ts')) ||
      ['src/app.ts', 'src/tools/schema-print.ts'].includes(path)
    expect(offences(everywhere, (target, path) => !isDoor(target) || mayOpen(path))).toEqual([])
  })

  it('of a door know no resource: only the schema reads the register', () => {
    const isDoor = (path: string) => isIn('rest')(path) || isIn('graphql')(path)
    const isAllowed = (target: string, path: string) =>
      !isIn('modules')(target) || (path === 'src/graphql/schema.ts' && target === 'src/modules/index.ts')
    expect(offences(isDoor, isAllowed)).toEqual([])
  })

  it('of a module from outside go through an index.ts', () => {
    const isAllowed = (target: string, path: string) =>
      !isIn('modules')(target) || target.endsWith('/index.ts') || moduleOf(target) === moduleOf(path)
    expect(offences(everywhere, isAllowed)).toEqual([])
  })

  it('of a module within itself do not go round by its index.ts', () => {
    const isAllowed = (target: string, path: string) => target !== `src/modules/${moduleOf(path)}/index.ts`
    expect(offences((path) => moduleOf(path) !== undefined, isAllowed)).toEqual([])
  })

  it('name files that exist', () => {
    const known = new Set(sources.map(({ path }) => path))
    const exists = (target: string) =>
      known.has(target) || target.startsWith('src/generated/') || target.startsWith('dist/')
    expect(offences(everywhere, exists)).toEqual([])
  })

  it('make no circle at run time', () => {
    expect(importCycle(sources)).toEqual([])
  })

  it('of the database driver and Prisma are made where rows are read and written, never by a door', () => {
    const database = /^(pg|@prisma\/.+)$/
    const doors = sources.filter(({ path }) =>
      /\.(rest|graphql|policy|model)\.ts$|^src\/(rest|graphql)\//.test(path),
    )
    const reached = doors.filter(({ imports }) => imports.some(({ target }) => database.test(target)))
    expect(reached.map(({ path }) => path)).toEqual([])
  })
})

describe('the outside world', () => {
  it('is read from the environment by the configuration and the commands that run before it', () => {
    const readers = pathsWhere(({ readsEnvironment }) => readsEnvironment)
    expect(readers.filter((path) => !/^src\/(config\.ts|tools\/\w+\.mjs)$/.test(path))).toEqual([])
  })

  it('tells the time only to those listed here; everyone else is given a clock', () => {
    const mayLook: Record<string, string> = {
      'src/main.ts': 'the moment of the first start',
      'src/app.ts': 'the clock that everyone else is given',
      'src/core/ids.ts': 'ids sort by creation',
      'src/platform/embedded-postgres/server.ts': 'how long to wait for a process',
      'src/platform/embedded-postgres/start-lock.ts': 'how long to wait for a process',
      'src/tools/build.mjs': 'the age of files',
      'src/tools/db-diff.ts': 'names of migrations begin with the time',
      'src/tools/token.ts': 'a command is its own clock',
    }
    expect(pathsWhere(({ readsClock }) => readsClock)).toEqual(Object.keys(mayLook).sort())
  })
})

describe('files', () => {
  it('of the product are shorter than 300 lines', () => {
    expect(pathsWhere(({ lines }) => lines >= 300)).toEqual([])
  })

  it('export by name, except where a tool asks for a default', () => {
    const demanded = {
      'test/attack/figure-reporter.ts': 'vitest loads reporters so',
      'test/support/count-reporter.ts': 'vitest loads reporters so',
    }
    const defaults = [...sources, ...tests].filter(({ hasDefaultExport }) => hasDefaultExport)
    expect(defaults.map(({ path }) => path)).toEqual(Object.keys(demanded))
  })

  it('are named for what they hold, in kebab case', () => {
    const names = [...sources, ...tests].map(({ path }) => path)
    expect(names.filter((path) => /util|helper|misc|common/.test(path))).toEqual([])
    expect(names.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([])
  })

  it('leave nothing for later', () => {
    const marks = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X'].join(''))
    expect([...sources, ...tests].filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
  })
})
