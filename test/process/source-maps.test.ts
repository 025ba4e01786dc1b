import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GraphQLError } from 'graphql'
import { afterEach, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { useSourceMaps } from '../../src/tools/source-maps.mjs'

const { prepareStackTrace } = Error
afterEach(() => {
  Error.prepareStackTrace = prepareStackTrace
})

/** The stack of an error that was thrown at a position of a file. */
function stackAt(file: string, line: number, column: number, error = new RangeError('Too long.')): string {
  const at = `${pathToFileURL(join(projectRoot, file)).href}:${line}:${column}`
  const frame = { toString: () => `Parts.run (${at})` } as NodeJS.CallSite
  useSourceMaps()
  return Error.prepareStackTrace?.(error, [frame]) as string
}

/** A line of dist/main.js that comes from a line of src/main.ts. */
async function builtLine(): Promise<number> {
  await ensureBuilt()
  const lines = readFileSync(join(projectRoot, 'dist/main.js'), 'utf8').split('\n')
  return lines.findIndex((each) => each.includes('Quire did not start.')) + 1
}

it('a stack has positions in the sources', async () => {
  const [head, at] = stackAt('dist/main.js', await builtLine(), 5).split('\n')
  expect(head).toBe('RangeError: Too long.')
  const [, source, original] = /^ {4}at Parts\.run \((.+):(\d+):\d+\)$/.exec(at ?? '') ?? []
  expect(source).toBe('src/main.ts')
  const sources = readFileSync(join(projectRoot, 'src/main.ts'), 'utf8').split('\n')
  expect(sources[Number(original) - 1]).toContain('Quire did not start.')
})

it('no map is read for an error of a field, whose stack is replaced by that of its cause', async () => {
  const line = await builtLine()
  expect(stackAt('dist/main.js', line, 5, new GraphQLError('Too long.'))).toBe('GraphQLError: Too long.')
  const broken = Object.defineProperty(new Error('Too long.'), 'name', {
    get: () => {
      throw new Error('No name.')
    },
  })
  expect(stackAt('dist/main.js', line, 5, broken)).toMatch(/^Error\n/)
})

it.each(['dist/chunks/gone-AAAAAAAA.js', 'node_modules/pg/lib/client.js'])(
  'a position without a map is shown as it is: %s',
  (file) => {
    expect(stackAt(file, 1, 1)).toContain(`${file}:1:1)`)
  },
)
