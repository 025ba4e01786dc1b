import type { Card, Shown } from '../blocks/shown.ts'
import type { BlockLayout, Frame } from '../drawing/frame.ts'
import type { Target } from '../drawing/lines.ts'
import type { Picture } from '../drawing/pictures.ts'
import { bodyHeight, colour, looks } from '../drawing/theme.ts'
import { gapRow, heightOf, padded, paint, type Row, stack } from './rows.ts'

const between = 12
const padding = 11
const leastWidth = { medium: 135, large: 200 } as const
/** The proportions of a cover, as on the screen. */
const coverShape = 9 / 16

interface Box {
  x: number
  width: number
  cover: Picture | null
  target: Target | null
  rows: Row[]
}

/** Cards in a grid. Those of one line have the same height. */
export function cardRows(
  { size, cards }: Extract<Shown, { type: 'cards' }>,
  frame: Frame,
  layout: BlockLayout,
): Row[] {
  const count = Math.max(1, Math.floor((frame.width + between) / (leastWidth[size] + between)))
  const width = (frame.width - between * (count - 1)) / count
  const rows: Row[] = []
  for (let from = 0; from < cards.length; from += count) {
    const boxes = cards
      .slice(from, from + count)
      .map((card, at) => boxOf(card, { ...frame, x: frame.x + at * (width + between), width }, layout))
    if (from > 0) rows.push(gapRow(between))
    rows.push(...lineOf(boxes))
  }
  return rows
}

function boxOf({ cover, href, title, texts }: Card, { x, width, ...frame }: Frame, layout: BlockLayout): Box {
  const inner: Frame = {
    ...frame,
    x: x + padding,
    width: Math.max(20, width - 2 * padding),
    size: frame.size * 0.94,
    align: 'left',
  }
  const above = layout.blocks(title, { ...inner, isBold: true, ink: colour.heading })
  const below = layout.blocks(texts, { ...inner, ink: colour.muted }, 4)
  const space = above.length > 0 && below.length > 0 ? [{ height: 4 }] : []
  return {
    x,
    width,
    cover: cover === '' ? null : layout.references.picture(cover),
    target: href === '' ? null : layout.references.link(href),
    rows: [...above, ...space, ...below],
  }
}

const coverHeight = ({ cover, width }: Box) => (cover === null ? 0 : width * coverShape)

/** One line of the grid. Cards that are higher than a page are placed below each other, without their frames. */
function lineOf(boxes: readonly Box[]): Row[] {
  const height = Math.max(...boxes.map((box) => coverHeight(box) + heightOf(box.rows))) + 2 * padding
  if (height > bodyHeight) {
    const look = { fill: looks.plain.fill }
    return boxes.flatMap(({ x, width, rows }) => padded(rows, padding, { x, width, look }))
  }
  return [
    {
      height,
      draw: (pen, top) => {
        for (const box of boxes) {
          const { x, width, cover, target } = box
          const own = coverHeight(box)
          if (cover !== null) pen.cover(cover, x, top, width, own)
          pen.frame(x, top, width, height, colour.faint)
          // Before the links of its text, which are above it.
          if (target !== null) pen.link(x, top, width, height, target)
          paint(pen, stack(box.rows), top + own + padding)
        }
      },
    },
  ]
}
