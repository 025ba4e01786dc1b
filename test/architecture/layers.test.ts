import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesUnder } from './sources.ts'

/** The drawing in docs/architecture.md: each line may import the lines under it. */
function drawnLayers(): string[][] {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const drawing = /```layers\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  return drawing
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}

const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1]

it('the drawing of modules names every module once', () => {
  const modules = readdirSync(new URL('../../src/modules', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(drawnLayers().flat().sort()).toEqual(modules.sort())
})

it('no module imports one of its own layer or above, types included', () => {
  const heights = new Map(
    drawnLayers()
      .reverse()
      .flatMap((layer, height) => layer.map((name) => [name, height] as const)),
  )
  const upwards = sourcesUnder('src').flatMap(({ path, imports }) => {
    const from = moduleOf(path)
    if (from === undefined) return []
    return imports.flatMap(({ target }) => {
      const to = moduleOf(target)
      const isDown = to === undefined || to === from || (heights.get(to) ?? 0) < (heights.get(from) ?? 0)
      return isDown ? [] : [`${path} → ${target}`]
    })
  })
  expect(upwards).toEqual([])
})

const MAX_MODULE_LINES = 6_000
const MAX_FILES = 20

/** Sums of a number by a name. */
function totals(entries: readonly (readonly [name: string, count: number])[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const [name, count] of entries) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums]
}

it('no module has more than 6,000 lines', () => {
  const lines = sourcesUnder('src/modules').flatMap(({ path, lines }) => {
    const name = moduleOf(path)
    return name === undefined ? [] : [[name, lines] as const]
  })
  expect(totals(lines).filter(([, count]) => count > MAX_MODULE_LINES)).toEqual([])
})

it('no folder of the product has more than 20 files', () => {
  const files = sourcesUnder('src').map(({ path }) => [dirname(path), 1] as const)
  expect(totals(files).filter(([, count]) => count > MAX_FILES)).toEqual([])
})
