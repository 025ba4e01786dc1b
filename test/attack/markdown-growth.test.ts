import { afterAll, beforeAll, test } from 'vitest'
import { figure } from './figures.ts'
import { Growth } from './growth.ts'
import { constructs } from './markdown-constructs.ts'

let growth: Growth
beforeAll(async () => {
  const source = new URL('../../src/modules/documents/reading/from-markdown.ts', import.meta.url)
  growth = await Growth.of(source, 'readMarkdown', Object.values(constructs).join('\n\n'))
})
afterAll(() => growth?.end())

async function count(name: string, units: (readonly [string, string])[], isShortFirst: boolean) {
  const found = await growth.found(units, isShortFirst)
  // biome-ignore lint/suspicious/noConsole: names what the figure counts
  if (found.length > 0) console.info(found.join('\n'))
  figure(`${name} (of ${units.length}) that take more than n log n steps`, found.length, { exactly: 0 })
}

test('every Markdown construct is parsed in linear steps', () =>
  count('markdown constructs', Object.entries(constructs), false))

test('any two Markdown constructs are parsed in linear steps', () => {
  const all = Object.entries(constructs)
  const pairs = all.flatMap(([one, first], at) =>
    all.slice(at).map(([other, second]) => [`${one} and ${other}`, `${first}${second}`] as const),
  )
  return count('pairs of markdown constructs', pairs, true)
})
