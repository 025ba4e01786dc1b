import { test } from 'vitest'
import { constructs, thoseThatGrow } from '../support/markdown-growth.ts'
import { figure } from './figures.ts'

test('markdown of any two constructs is read in steps that grow with its length', async () => {
  const names = Object.keys(constructs)
  const pairs = names.flatMap((one, at) =>
    names
      .slice(at)
      .map((other) => [`${one} and ${other}`, `${constructs[one]}${constructs[other]}`] as const),
  )
  const found = await thoseThatGrow(pairs)
  // biome-ignore lint/suspicious/noConsole: names what the figure counts
  if (found.length > 0) console.info(found.join('\n'))
  figure('markdown constructs and pairs that grow faster than n log n', found.length, { exactly: 0 })
}, 3_600_000)
