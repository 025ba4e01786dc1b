import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { projectRoot } from '../../src/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { useSourceMaps } from '../../src/tools/source-maps.mjs'

const { prepareStackTrace } = Error
afterEach(() => {
  Error.prepareStackTrace = prepareStackTrace
})

/** The stack of an error that was thrown at a position of a file. */
function stackAt(file: string, line: number, column: number): string {
  const at = `${pathToFileURL(join(projectRoot, file)).href}:${line}:${column}`
  const frame = { toString: () => `Parts.run (${at})` } as NodeJS.CallSite
  useSourceMaps()
  return Error.prepareStackTrace?.(new RangeError('Too long.'), [frame]) as string
}

it('a stack has positions in the sources', async () => {
  await ensureBuilt()
  const lines = readFileSync(join(projectRoot, 'dist/main.js'), 'utf8').split('\n')
  const line = lines.findIndex((each) => each.includes('is in use. Stop the process')) + 1
  const [head, at] = stackAt('dist/main.js', line, 5).split('\n')
  expect(head).toBe('RangeError: Too long.')
  const [, source, original] = /^ {4}at Parts\.run \((.+):(\d+):\d+\)$/.exec(at ?? '') ?? []
  expect(source).toBe('src/main.ts')
  const sources = readFileSync(join(projectRoot, 'src/main.ts'), 'utf8').split('\n')
  expect(sources[Number(original) - 1]).toContain('is in use. Stop the process')
})

it.each(['dist/chunks/gone-AAAAAAAA.js', 'node_modules/pg/lib/client.js'])(
  'a position without a map is shown as it is: %s',
  (file) => {
    expect(stackAt(file, 1, 1)).toContain(`${file}:1:1)`)
  },
)
