import { expect, test } from 'vitest'
import { constructs, thoseThatGrow } from '../support/markdown-growth.ts'

// The pairs of constructs are in test/attack.
test('every construct of markdown is read in steps that grow with its length', async () => {
  expect(await thoseThatGrow(Object.entries(constructs))).toEqual([])
}, 300_000)
