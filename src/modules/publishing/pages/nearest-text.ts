import type { PlacedPage } from '../../revisions/index.ts'

/** The pages below each of these pages, in order. */
export type PagesBelow = (parents: readonly PlacedPage[]) => Promise<readonly (readonly PlacedPage[])[]>

/**
 * The levels that are searched, and the pages of a level: imported tables of contents can be nested to any depth, and can
 * have thousands of groups without a page.
 */
export const SEARCHED = { levels: 40, pages: 1_000 }

const isText = ({ page }: PlacedPage): boolean => page.type === 'document'

/**
 * The first page with a text among these pages and all below them, in the order of the table of contents. Whatever is
 * before the first one on a level is replaced by the pages below it, so a level takes one read, however wide it is.
 */
export async function firstText(row: readonly PlacedPage[], below: PagesBelow): Promise<PlacedPage | null> {
  let searched = row
  for (let level = 0; level < SEARCHED.levels && searched.length > 0; level++) {
    const index = searched.findIndex(isText)
    const nearest = searched[index]
    if (index === 0) return nearest ?? null
    const before = index < 0 ? searched : searched.slice(0, index)
    const inside = (await below(before.slice(0, SEARCHED.pages))).flat()
    searched = nearest ? [...inside, nearest] : inside
  }
  return searched.find(isText) ?? null
}

/** The last page with a text: that of a page comes before those below it. */
export async function lastText(row: readonly PlacedPage[], below: PagesBelow): Promise<PlacedPage | null> {
  let nearest: PlacedPage | null = null
  let searched = row
  for (let level = 0; level < SEARCHED.levels && searched.length > 0; level++) {
    const index = searched.findLastIndex(isText)
    nearest = searched[index] ?? nearest
    // Only pages below the nearest one, or below pages after it, can be later.
    const after = index < 0 ? searched : searched.slice(index)
    searched = (await below(after.slice(-SEARCHED.pages))).flat()
  }
  return nearest
}
