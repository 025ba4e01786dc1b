import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'
import { moduleOf, type Rules, type Source } from './sources.ts'

const MAX_MODULE_LINES = 6_000
/**
 * Sites are one module, because its folders share one structure and the lock that it is changed under; so are the pages
 * that readers open, the forms of texts, and the formats that are imported.
 */
const MAX_LONG_LINES = 10_000
const LONG = new Set(['documents', 'import', 'publishing', 'sites'])
const MAX_FILES = 20

/** The layers in docs/architecture.md: each line can import the lines below it. */
const layers = (
  /```layers\n([\s\S]*?)```/.exec(readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8'))?.[1] ?? ''
)
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** The layer of each module, counted from the bottom. */
const heights = new Map(
  [...layers].reverse().flatMap((layer, height) => layer.map((name) => [name, height] as const)),
)

/** The keys whose counts add up to more than a limit. */
function above(limit: number, entries: readonly (readonly [key: string, count: number])[]): string[] {
  const sums = new Map<string, number>()
  for (const [key, count] of entries) sums.set(key, (sums.get(key) ?? 0) + count)
  return [...sums].filter(([, sum]) => sum > limit).map(([key, sum]) => `${key}: ${sum}`)
}

const modulesIn = (sources: readonly Source[]) => new Set(sources.flatMap(({ path }) => moduleOf(path) ?? []))

/** The rules for modules and folders, each with files that violate it. */
export const moduleRules: Rules = {
  'the layers in docs/architecture.md contain every module once': {
    find: (sources) => {
      const drawn = layers.flat()
      const modules = modulesIn(sources)
      return [
        ...drawn.filter((name, index) => drawn.indexOf(name) !== index),
        ...drawn.filter((name) => !modules.has(name)),
        ...[...modules].filter((name) => !drawn.includes(name)),
      ]
    },
    violations: [['src/modules/undrawn/index.ts', '']],
  },
  'a module imports only modules of the layers below it, types included': {
    find: (sources) =>
      sources.flatMap(({ path, imports }) => {
        const height = heights.get(moduleOf(path) ?? '')
        if (height === undefined) return []
        return imports
          .map(({ target }) => target)
          .filter((target) => moduleOf(target) !== moduleOf(path))
          .filter((target) => (heights.get(moduleOf(target) ?? '') ?? -1) >= height)
          .map((target) => `${path} → ${target}`)
      }),
    violations: [
      ['src/modules/users/x.ts', `import type { SpaceReach } from '../spaces/index.ts'`],
      ['src/modules/revisions/x.ts', `import { users } from '../users/index.ts'`],
    ],
  },
  'a module has at most 6,000 lines, and those of sites, their pages and their texts 10,000': {
    find: (sources) =>
      above(
        MAX_MODULE_LINES,
        sources.flatMap(({ path, lines }) => {
          const name = moduleOf(path)
          const allowed = LONG.has(name ?? '') ? MAX_LONG_LINES : MAX_MODULE_LINES
          return name === undefined ? [] : [[name, (lines / allowed) * MAX_MODULE_LINES] as const]
        }),
      ),
    violations: [
      ['src/modules/users/x.ts', '\n'.repeat(MAX_MODULE_LINES)],
      ['src/modules/sites/x.ts', '\n'.repeat(MAX_LONG_LINES)],
    ],
  },
  'a folder has at most 20 files of its own; more are divided into subfolders': {
    find: (sources) =>
      above(
        MAX_FILES,
        sources
          // A language of the console has a file for each screen.
          .filter(({ path }) => !path.startsWith('src/console/app/texts/'))
          .map(({ path }) => [dirname(path), 1] as const),
      ),
    violations: [
      Array.from({ length: MAX_FILES + 1 }, (_, number) => [`src/core/new/${number}.ts`, ''] as const),
    ],
  },
}
