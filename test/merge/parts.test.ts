import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge } from '../../src/modules/merge/three-way/merge.ts'
import { mergeOrder } from '../../src/modules/merge/three-way/order.ts'
import { mergeKeys } from '../../src/modules/text-merge/keys.ts'
import {
  addPage,
  applied,
  type Content,
  copyOf,
  emptyContent,
  flaws,
  inputOf,
  updatePage,
} from './memory-content.ts'
import { mergeTools } from './merge-tools.ts'
import { threeContents } from './random-content.ts'

const runs = { numRuns: 150 }

async function mergeOf(base: Content, primary: Content, changed: Content) {
  const result = await merge(inputOf(base, primary, changed), mergeTools)
  return { result, content: applied(primary, changed, result) }
}

const linesIn = ({ pages, documents }: Content): Map<string, Set<string>> =>
  new Map(
    [...pages].map(([id, { document }]) => [id, new Set((documents.get(document ?? '') ?? '').split('\n'))]),
  )

describe('a merge of the parts of content', () => {
  it('files, reusable contents and variables have the version of the side that changed them, or a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const { result, content } = await mergeOf(base, primary, changed)
        const inConflict = new Set(result.conflicts.map(({ subject }) => subject))
        const parts = [
          ['files', (of: Content) => of.files],
          ['reusables', (of: Content) => of.reusables],
          ['variables', (of: Content) => new Map<string, unknown>(Object.entries(of.variables))],
        ] as const
        for (const [name, part] of parts) {
          for (const id of new Set([base, primary, changed].flatMap((of) => [...part(of).keys()]))) {
            if (inConflict.has(id)) continue
            const [was, one, other, now] = [base, primary, changed, content].map((of) =>
              JSON.stringify(part(of).get(id)),
            )
            if (one === was) expect({ name, id, now }).toEqual({ name, id, now: other })
            if (other === was) expect({ name, id, now }).toEqual({ name, id, now: one })
          }
        }
      }),
      runs,
    )
  })

  it('every line of either side is kept, unless its page has a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(threeContents, async ({ base, primary, changed }) => {
        const { result, content } = await mergeOf(base, primary, changed)
        const inConflict = new Set(result.conflicts.map(({ subject }) => subject))
        const [before, after] = [linesIn(base), linesIn(content)]
        for (const side of [primary, changed])
          for (const [id, lines] of linesIn(side)) {
            const kept = after.get(id)
            if (inConflict.has(id) || !kept) continue
            for (const line of lines)
              if (!before.get(id)?.has(line))
                expect({ id, line, isKept: kept.has(line) }).toEqual({ id, line, isKept: true })
          }
        for (const [, text] of result.documents) expect(text).not.toMatch(/^(<{7}|={7}|>{7})/m)
      }),
      runs,
    )
  })

  it('the bytes of a file can come from one side and its name from the other, with the properties of the bytes', async () => {
    const base = emptyContent()
    const file = {
      name: 'a',
      contentType: 'text/plain',
      size: 1,
      blob: 'b1',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    base.files.set('f', file)
    const [named, written] = [copyOf(base), copyOf(base)]
    named.files.set('f', { ...file, name: 'b' })
    written.files.set('f', { ...file, size: 2, blob: 'b2', contentType: 'image/png' })
    for (const [primary, changed] of [
      [named, written],
      [written, named],
    ] as const) {
      const { result, content } = await mergeOf(base, primary, changed)
      expect(result.conflicts).toEqual([])
      expect(content.files.get('f')).toEqual({
        ...file,
        name: 'b',
        size: 2,
        blob: 'b2',
        contentType: 'image/png',
      })
    }
  })

  it('a page that both sides changed has the later of both times', async () => {
    const base = emptyContent()
    addPage(base, 'p', { text: '# p\n' })
    const [one, other] = [copyOf(base), copyOf(base)]
    updatePage(one, 'p', { title: 'other', updatedAt: '2026-02-01T00:00:00.000Z' })
    updatePage(other, 'p', { hidden: true, updatedAt: '2026-03-01T00:00:00.000Z' })
    for (const [primary, changed] of [
      [one, other],
      [other, one],
    ] as const) {
      const { content } = await mergeOf(base, primary, changed)
      expect(content.pages.get('p')).toMatchObject({
        title: 'other',
        hidden: true,
        updatedAt: '2026-03-01T00:00:00.000Z',
      })
    }
  })

  it('a page that one side made a group stays at the root, wherever the other side moved it', async () => {
    const base = emptyContent()
    addPage(base, 'p', { text: '# p\n' })
    addPage(base, 'q', { text: '# q\n' })
    const [grouped, moved] = [copyOf(base), copyOf(base)]
    updatePage(grouped, 'p', { type: 'group' })
    updatePage(moved, 'p', { parent: 'q' })
    for (const [primary, changed] of [
      [grouped, moved],
      [moved, grouped],
    ] as const) {
      const { content } = await mergeOf(base, primary, changed)
      expect(content.pages.get('p')).toMatchObject({ type: 'group', parent: null })
      expect(flaws(content)).toEqual([])
    }
  })

  it('maps within maps are merged key by key', () => {
    const merged = mergeKeys({ a: { x: 1, y: 1 } }, { a: { x: 2, y: 1 } }, { a: { x: 1, y: 2 } })
    expect(merged).toEqual({ values: { a: { x: 2, y: 2 } }, conflicts: [] })
  })

  it('a page with a duplicate slug gets a free one, and equal pages with children are both kept', async () => {
    const base = emptyContent()
    addPage(base, 'k', { slug: 's-2', text: '# k\n' })
    const [primary, changed] = [copyOf(base), copyOf(base)]
    addPage(primary, 'n1', { slug: 's', text: '# one\n' })
    addPage(changed, 'n2', { slug: 's', text: '# two\n' })
    for (const [content, id] of [[primary, 'e1'] as const, [changed, 'e2'] as const])
      addPage(content, id, { slug: 'twin', title: 'twin', text: '# twin\n' })
    addPage(primary, 'below', { parent: 'e1', text: '# below\n' })
    const { content } = await mergeOf(base, primary, changed)
    expect(flaws(content)).toEqual([])
    expect([...content.pages.keys()].sort()).toEqual(['below', 'e1', 'e2', 'k', 'n1', 'n2'])
  })
})

describe('the order of siblings', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const added = (order: readonly string[], own: string, places: readonly number[]) => {
    const result = [...order]
    for (const [index, place] of places.entries())
      result.splice(place % (result.length + 1), 0, `${own}${index}`)
    return result
  }
  const side = (own: string) =>
    fc
      .tuple(fc.shuffledSubarray(ids, { minLength: 5 }), fc.boolean(), fc.array(fc.nat(8), { maxLength: 3 }))
      .map(([shuffled, isSorted, places]) => added(isSorted ? ids : shuffled, own, places))

  it('keeps every pair of pages of both sides, and the swaps of a side that sorted', async () => {
    await fc.assert(
      fc.asyncProperty(side('x'), side('y'), async (primary, changed) => {
        const members = new Set([...primary, ...changed])
        const merged = await mergeOrder({ base: ids, primary, changed, members })
        expect([...merged].sort()).toEqual([...members].sort())
        expect(await mergeOrder({ base: ids, primary: changed, changed: primary, members })).toEqual(merged)
        const old = (order: readonly string[]) => order.filter((id) => ids.includes(id))
        if (old(primary).join() === ids.join()) expect(old(merged)).toEqual(old(changed))
        if (old(changed).join() === ids.join()) expect(old(merged)).toEqual(old(primary))
        const isBefore = (order: readonly string[], one: string, other: string) =>
          order.indexOf(one) < order.indexOf(other)
        if (old(primary).join() === ids.join() && old(changed).join() === ids.join())
          for (const own of [primary, changed])
            for (const [at, one] of own.entries())
              for (const other of own.slice(at + 1)) expect(isBefore(merged, one, other)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('contains a page that both sides added once, after the later of the pages that it follows', async () => {
    const members = new Set(['a', 'b', 'x', 'y'])
    const [one, other] = [
      ['a', 'x', 'y', 'b'],
      ['y', 'a', 'b', 'x'],
    ]
    const expected = ['a', 'y', 'b', 'x']
    expect(await mergeOrder({ base: ['a', 'b'], primary: one ?? [], changed: other ?? [], members })).toEqual(
      expected,
    )
    expect(await mergeOrder({ base: ['a', 'b'], primary: other ?? [], changed: one ?? [], members })).toEqual(
      expected,
    )
  })

  it('applies the swaps of different pairs from both sides', async () => {
    const members = new Set(ids)
    const order = await mergeOrder({
      base: ids,
      primary: ['b', 'a', 'c', 'd', 'e'],
      changed: ['a', 'b', 'c', 'e', 'd'],
      members,
    })
    expect(order).toEqual(['b', 'a', 'c', 'e', 'd'])
  })

  it('is found for thousands of pages that both sides sorted', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `page-${n}`)
    const swapped = (at: number) =>
      many.map((id, place) => (place === at ? many[at + 1] : place === at + 1 ? many[at] : id) ?? id)
    const order = await mergeOrder({
      base: many,
      primary: swapped(100),
      changed: swapped(1_500),
      members: new Set(many),
    })
    expect([order[100], order[101], order[1_500], order[1_501]]).toEqual([
      'page-101',
      'page-100',
      'page-1501',
      'page-1500',
    ])
    expect(order).toHaveLength(2_000)
  })
})
