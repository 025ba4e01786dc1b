import { expect, test } from 'vitest'
import { constructs, thoseThatGrow } from '../support/markdown-growth.ts'

// Steps are counted by V8's coverage, which is exact only in a process that has compiled nothing of this before.
test('every construct of markdown is read in steps that grow with its length', async () => {
  expect(await thoseThatGrow(Object.entries(constructs))).toEqual([])
}, 300_000)
