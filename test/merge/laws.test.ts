import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge, mergeBoth } from '../../src/modules/merge/three-way/merge.ts'
import type { MergeResult } from '../../src/modules/merge/three-way/types.ts'
import { isSameContent } from '../../src/modules/revisions/same-content.ts'
import { applied, type Content, flaws, inputOf, seen } from './memory-content.ts'
import { mergeTools } from './merge-tools.ts'
import { threeContents } from './random-content.ts'

const runs = { numRuns: 120 }

async function mergeOf(base: Content, primary: Content, changed: Content) {
  const result = await merge(inputOf(base, primary, changed), mergeTools)
  return { result, content: applied(primary, changed, result) }
}

/** The general algorithm, which the merge skips if one side changed nothing. */
async function longMergeOf(base: Content, primary: Content, changed: Content) {
  const short = await merge(inputOf(base, primary, changed), mergeTools)
  const result: MergeResult = { ...short, ...(await mergeBoth(inputOf(base, primary, changed), mergeTools)) }
  return { result, content: applied(primary, changed, result) }
}

describe('a merge of random revisions', () => {
  for (const [name, by] of [
    ['', mergeOf],
    [', the long way', longMergeOf],
  ] as const) {
    it(`results in the changes of one side when the other has none${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(threeContents, async ({ base, primary: made }) => {
          for (const { result, content } of [await by(base, made, base), await by(base, base, made)]) {
            expect(result.conflicts).toEqual([])
            expect(seen(content)).toEqual(seen(made))
          }
        }),
        runs,
      )
    })

    it(`results in the changes of both sides when they are the same${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(threeContents, async ({ base, primary: made }) => {
          const { result, content } = await by(base, made, made)
          expect(result.conflicts).toEqual([])
          expect(seen(content)).toEqual(seen(made))
        }),
        runs,
      )
    })
  }

  it('is a tree with unique slugs whose folders and pages agree, conflicts or not', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const { content } = await mergeOf(base, primary, changed)
        expect(flaws(content)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('is symmetric', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const one = await mergeOf(base, primary, changed)
        const other = await mergeOf(base, changed, primary)
        expect(other.result.conflicts.length === 0).toBe(one.result.conflicts.length === 0)
        if (one.result.conflicts.length === 0) expect(seen(other.content)).toEqual(seen(one.content))
      }),
      runs,
    )
  })

  it('loses no page, unless one side deleted it and the other did not change it, or there is a conflict about it', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const { result, content } = await mergeOf(base, primary, changed)
        const inConflict = new Set(result.conflicts.map(({ subject }) => subject))
        for (const id of new Set([...primary.pages.keys(), ...changed.pages.keys()])) {
          if (content.pages.has(id) || inConflict.has(id)) continue
          const [was, one, other] = [base.pages.get(id), primary.pages.get(id), changed.pages.get(id)]
          const isDeleted = was !== undefined && (!one || !other) && isSameContent(one ?? other, was)
          const isTwin = [...content.pages.values()].some((page) => isSameContent(page, one ?? other))
          expect({ id, isExplained: isDeleted || (!was && isTwin) }).toEqual({ id, isExplained: true })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('changes nothing when it is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const { result, content } = await mergeOf(base, primary, changed)
        fc.pre(result.conflicts.length === 0)
        const again = await mergeOf(base, content, changed)
        expect(again.result.conflicts).toEqual([])
        expect(seen(again.content)).toEqual(seen(content))
      }),
      runs,
    )
  })
})
