import type { Pen } from '../drawing/pen.ts'
import type { Look } from '../drawing/theme.ts'

/** A part of a page that is never split. */
export interface Row {
  height: number
  draw?(pen: Pen, top: number): void
  /** The backgrounds, outermost first. Adjacent rows can share them. */
  backdrops?: readonly Backdrop[]
  /** Space between blocks, which is dropped at the top of a page. */
  isGap?: boolean
  keepsNext?: boolean
  /** Repeated above this row at the top of a page. */
  head?: readonly Row[]
}

export interface Backdrop {
  x: number
  width: number
  look: Partial<Look>
}

export interface Placed {
  row: Row
  top: number
}

export const gapRow = (height: number): Row => ({ height, isGap: true })
export const heightOf = (rows: readonly Row[]) => rows.reduce((sum, { height }) => sum + height, 0)

/**
 * Distributes rows over pages of a height. A row with `keepNext` stays with the next row, unless both exceed a
 * page.
 */
export function paginate(rows: readonly Row[], height: number): Placed[][] {
  const pages: Placed[][] = []
  let page: Placed[] = []
  let used = 0
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]
    if (row === undefined) continue
    const needed = keptHeight(rows, at, height)
    if (page.length > 0 && used + needed > height) {
      pages.push(page)
      page = []
      used = 0
    }
    if (page.length === 0 && row.isGap) continue
    for (const part of page.length === 0 ? [...(row.head ?? []), row] : [row]) {
      page.push({ row: part, top: used })
      used += part.height
    }
  }
  if (page.length > 0) pages.push(page)
  return pages
}

function keptHeight(rows: readonly Row[], from: number, most: number): number {
  const first = rows[from]
  let sum = first?.height ?? 0
  for (let at = from; rows[at]?.keepsNext; at += 1) {
    sum += rows[at + 1]?.height ?? 0
    if (sum > most) return first?.height ?? 0
  }
  return sum
}

export function paint(pen: Pen, placed: readonly Placed[], top: number): void {
  const extents = new Map<Backdrop, { from: number; to: number }>()
  for (const { row, top: at } of placed) {
    for (const backdrop of row.backdrops ?? []) {
      const { from } = extents.get(backdrop) ?? { from: at }
      extents.set(backdrop, { from, to: at + row.height })
    }
  }
  for (const [{ x, width, look }, { from, to }] of extents)
    pen.backdrop(x, top + from, width, to - from, look)
  for (const { row, top: at } of placed) row.draw?.(pen, top + at)
}

export function stack(rows: readonly Row[]): Placed[] {
  let top = 0
  return rows.map((row) => {
    const placed = { row, top }
    top += row.height
    return placed
  })
}

export function behind(rows: readonly Row[], backdrop: Backdrop): Row[] {
  return rows.map((row) => ({ ...row, backdrops: [backdrop, ...(row.backdrops ?? [])] }))
}

/** Rows with padding, on a background. */
export function padded(rows: readonly Row[], padding: number, backdrop: Backdrop): Row[] {
  const content = rows.map((row, at) => (at === rows.length - 1 ? { ...row, keepsNext: true } : row))
  return behind([{ height: padding, keepsNext: true }, ...content, { height: padding }], backdrop)
}

const slice = 90

/** Columns of rows next to each other: in one row if that is low enough, otherwise in slices. */
export function sideBySide(columns: readonly (readonly Row[])[], most: number): Row[] {
  const tallest = Math.max(0, ...columns.map(heightOf))
  const limit = tallest <= most ? tallest : slice
  const rest = columns.map((rows) => [...rows])
  const result: Row[] = []
  while (rest.some((rows) => rows.length > 0)) {
    const parts = rest.map((rows) => stack(take(rows, limit)))
    const height = Math.max(...parts.map((part) => heightOf(part.map(({ row }) => row))))
    result.push({
      height,
      draw: (pen, top) => {
        for (const part of parts) paint(pen, part, top)
      },
    })
  }
  return result
}

function take(rows: Row[], limit: number): Row[] {
  let count = 0
  for (let sum = 0; count < rows.length; count += 1) {
    sum += rows[count]?.height ?? 0
    // Sums of the same heights in a different order differ in their last digits.
    if (count > 0 && sum > limit + 0.01) break
  }
  return rows.splice(0, count)
}
