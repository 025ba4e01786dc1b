import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstText,
  lastText,
  type PagesBelow,
  SEARCHED,
} from '../../src/modules/publishing/pages/nearest-text.ts'
import type { PlacedPage } from '../../src/modules/revisions/index.ts'

interface Tree {
  type: 'document' | 'group' | 'link'
  below: Tree[]
}

const { row } = fc.letrec<{ tree: Tree; row: Tree[] }>((tie) => ({
  tree: fc.record({
    type: fc.constantFrom('document' as const, 'group' as const, 'group' as const, 'link' as const),
    below: tie('row'),
  }),
  row: fc.oneof({ maxDepth: 5 }, fc.constant<Tree[]>([]), fc.array(tie('tree'), { maxLength: 4 })),
}))

/** The trees as pages, and how often the pages below them are read. */
function pagesOf(trees: readonly Tree[]) {
  const children = new Map<string, PlacedPage[]>()
  const order: PlacedPage[] = []
  const add = ({ type, below }: Tree): PlacedPage => {
    const placed = { id: String(order.length), page: { type }, above: [] } as unknown as PlacedPage
    order.push(placed)
    children.set(placed.id, below.map(add))
    return placed
  }
  const counted = { reads: 0 }
  const below: PagesBelow = async (parents) => {
    counted.reads += 1
    return parents.map(({ id }) => children.get(id) ?? [])
  }
  return { row: trees.map(add), texts: order.filter(({ page }) => page.type === 'document'), below, counted }
}

describe('the nearest page with a text', () => {
  it('is the first and the last one in the order of the table of contents', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (trees) => {
        const pages = pagesOf(trees)
        expect(await firstText(pages.row, pages.below)).toBe(pages.texts[0] ?? null)
        expect(await lastText(pages.row, pages.below)).toBe(pages.texts.at(-1) ?? null)
      }),
    )
  })

  it('takes one read for each level, however many pages it has', async () => {
    const groups = (count: number, below: Tree[]): Tree[] =>
      Array.from({ length: count }, () => ({ type: 'group', below }))
    for (const find of [firstText, lastText]) {
      const { row, below, counted } = pagesOf(groups(30, groups(30, [])))
      expect(await find(row, below)).toBeNull()
      expect(counted.reads).toBe(2)
    }
  })

  it('is searched on a limited number of levels', async () => {
    let deep: Tree[] = [{ type: 'document', below: [] }]
    for (let level = 0; level < SEARCHED.levels; level++) deep = [{ type: 'group', below: deep }]
    for (const find of [firstText, lastText]) {
      const [within, beyond] = [pagesOf(deep[0]?.below ?? []), pagesOf([{ type: 'group', below: deep }])]
      expect(await find(within.row, within.below)).toBe(within.texts[0])
      expect(await find(beyond.row, beyond.below)).toBeNull()
      expect(beyond.counted.reads).toBe(SEARCHED.levels)
    }
  })
})
