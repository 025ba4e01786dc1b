import { expect, it } from 'vitest'
import { sourceMerger } from '../../src/modules/text-merge/threads/source-merger.ts'
import { createGit } from '../../src/platform/git.ts'
import '../support/git.ts'
import { mergeTools } from './merge-tools.ts'

/** Lines that are long enough together to be merged in a worker thread. */
const text = (...edited: number[]) =>
  Array.from({ length: 400 }, (_, n) => `Line ${n}${edited.includes(n) ? ', edited' : ''}.\n`).join('\n')

it('merges a long source in a thread as a short one is merged', async () => {
  const mergeSource = sourceMerger(createGit(), 'one')
  const three = { base: text(), primary: text(3), changed: text(390) }
  const merged = await mergeSource(three, false)
  expect(merged).toEqual(await mergeTools.mergeSource(three, false))
  expect(JSON.stringify(merged)).toContain('Line 390, edited.')
})
