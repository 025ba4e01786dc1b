import type { InlineNode } from '../../documents/index.ts'
import type { Shown } from '../blocks/shown.ts'
import type { Fonts } from '../fonts/fonts.ts'
import { cardRows } from '../rows/cards.ts'
import { codeRows } from '../rows/code.ts'
import { type Backdrop, behind, gapRow, padded, type Row, sideBySide } from '../rows/rows.ts'
import { tableRows } from '../rows/tables.ts'
import { tagRows, updateRows } from '../rows/updates.ts'
import type { BlockLayout, Frame, PageReferences } from './frame.ts'
import { breakLines, plainSpan, type Span } from './lines.ts'
import type { Pen } from './pen.ts'
import { linkName, spansFrom } from './spans.ts'
import { baseline, bodyHeight, colour, gap, leading, looks, size } from './theme.ts'

/** The least space between a formula and other lines. */
const formulaMargin = 1.5

/** Converts the blocks of one page to rows. */
export class Layout implements BlockLayout {
  readonly fonts: Fonts
  readonly references: PageReferences

  constructor(fonts: Fonts, references: PageReferences) {
    this.fonts = fonts
    this.references = references
  }

  blocks(blocks: readonly Shown[], frame: Frame, between: number = gap.block): Row[] {
    const rows: Row[] = []
    for (const part of this.eachBlock(blocks, frame, between)) for (const row of part) rows.push(row)
    return rows
  }

  /** The rows of consecutive blocks, with the space above each. */
  *eachBlock(blocks: readonly Shown[], frame: Frame, between: number = gap.block): Generator<Row[]> {
    let before: Shown | undefined
    for (const block of blocks) {
      const own = this.block(block, frame)
      if (own.length === 0) continue
      yield before === undefined ? own : [space(before, block, between), ...own]
      before = block
    }
  }

  block(block: Shown, frame: Frame): Row[] {
    switch (block.type) {
      case 'text':
        return this.text(this.spans(block.inlines), frame)
      case 'heading':
        return this.#heading(block, frame)
      case 'list':
        return this.#list(block, frame)
      case 'caption':
        return this.blocks(block.blocks, { ...frame, size: frame.size * 0.88, ink: colour.muted })
      case 'quote':
        return this.#quote(block.blocks, frame)
      case 'panel':
        return this.#panel(block, frame)
      case 'steps':
        return this.#steps(block.steps, frame)
      case 'columns':
        return this.#columns(block.columns, frame)
      case 'updates':
        return updateRows(block, frame, this)
      case 'tags':
        return tagRows(block.tags, frame, this)
      case 'aligned':
        return this.blocks(block.blocks, { ...frame, align: block.align })
      case 'cards':
        return cardRows(block, frame, this)
      case 'code':
        return codeRows(block, frame, this)
      case 'table':
        return tableRows(block, frame, this)
      case 'picture':
        return this.#picture(block.ref, block.alt, frame)
      case 'card':
        return this.#card(block, frame)
      case 'math':
        return this.text([this.#formula(block.formula)], { ...frame, align: 'center' })
      case 'divider':
        return [{ height: 13, draw: (pen, top) => pen.rule(frame.x, top + 6.5, frame.width) }]
      case 'note':
        return []
    }
  }

  spans(inlines: readonly InlineNode[]): Span[] {
    return spansFrom(inlines, this.references, this.fonts)
  }

  text(spans: readonly Span[], frame: Frame): Row[] {
    const { x, width, ink, align } = frame
    const usual = frame.size * frame.leading
    const own = frame.isBold ? spans.map((span) => ({ ...span, isBold: true })) : spans
    const lines = breakLines(own, width, frame.size, this.fonts)
    return lines.map((line, at) => {
      const isRight = align === 'right' || (align === 'left' && line.isRightToLeft)
      const room = width - line.width
      const left = x + (isRight ? room : align === 'center' ? room / 2 : 0)
      // Avoids a single line of a paragraph at the bottom or the top of a page.
      const keepsNext = lines.length > 1 && (at === 0 || at === lines.length - 2)
      // Formulas can be higher than a line.
      const over = Math.max(0, line.above + formulaMargin - usual / 2 - frame.size * baseline)
      const under = Math.max(0, line.below + formulaMargin - usual / 2 + frame.size * baseline)
      return {
        height: over + usual + under,
        keepsNext,
        draw: (pen: Pen, top: number) => pen.line(line, left, top + over, { height: usual, ink }),
      }
    })
  }

  /** Its source if it is not valid. */
  #formula(source: string): Span {
    const formula = this.fonts.formula(source, true)
    return formula === null ? { ...plainSpan, text: source, isCode: true } : { ...plainSpan, formula }
  }

  #heading({ level, anchor, inlines }: Extract<Shown, { type: 'heading' }>, frame: Frame): Row[] {
    const spans = this.spans(inlines).map((span) => ({ ...span, isBold: true }))
    const own = Math.max(frame.size + 1, (size.heading[level - 1] ?? frame.size) * (frame.size / size.body))
    const rows = this.text(spans, { ...frame, size: own, leading: leading.heading, ink: colour.heading })
    const [first, ...rest] = rows
    if (first === undefined) return []
    const draw = (pen: Pen, top: number) => {
      this.references.anchor(anchor, pen.placeAt(top - 12))
      first.draw?.(pen, top)
    }
    return [{ ...first, draw }, ...rest].map((row) => ({ ...row, keepsNext: true }))
  }

  #list({ start, items }: Extract<Shown, { type: 'list' }>, frame: Frame): Row[] {
    const last = start === null ? 0 : start + items.length - 1
    const inset = start === null ? 15 : Math.max(17, 8 + String(last).length * 6)
    const inner: Frame = {
      ...frame,
      x: frame.x + inset,
      width: Math.max(20, frame.width - inset),
      listLevel: frame.listLevel + 1,
    }
    const line = frame.size * frame.leading
    const rows: Row[] = []
    for (const [at, { isChecked, blocks }] of items.entries()) {
      const own = this.blocks(blocks, inner, gap.item)
      const first: Row = own[0] ?? { height: line }
      const number = start === null ? undefined : this.#number(`${start + at}.`, frame)
      if (rows.length > 0) rows.push(gapRow(gap.item))
      rows.push({
        ...first,
        draw: (pen, top) => {
          const middle = top + Math.min(line, first.height) / 2
          if (isChecked !== undefined) pen.checkbox(frame.x + 1, middle - 4, isChecked)
          else if (number === undefined) pen.bullet(frame.x + 6, middle, frame.listLevel)
          else
            pen.line(number, frame.x + inset - 6 - number.width, middle - line / 2, {
              height: line,
              ink: frame.ink,
            })
          first.draw?.(pen, top)
        },
      })
      for (const row of own.slice(1)) rows.push(row)
    }
    return rows
  }

  #number(text: string, frame: Frame) {
    const [line] = breakLines([{ ...plainSpan, text }], 100, frame.size, this.fonts)
    return line
  }

  #quote(blocks: readonly Shown[], frame: Frame): Row[] {
    const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { bar: colour.quote } }
    const inner = { ...frame, x: frame.x + 14, width: Math.max(20, frame.width - 14), ink: colour.muted }
    return behind(this.blocks(blocks, inner), backdrop)
  }

  #panel({ look, title, icon, blocks }: Extract<Shown, { type: 'panel' }>, frame: Frame): Row[] {
    const backdrop: Backdrop = { x: frame.x, width: frame.width, look: looks[look] }
    const inset = icon === undefined ? 14 : 14 + frame.size * iconSpace
    const inner = { ...frame, x: frame.x + inset, width: Math.max(20, frame.width - inset - 12) }
    const head =
      title === undefined || title === ''
        ? []
        : this.text([{ ...plainSpan, text: title, isBold: true }], inner).map((row) => ({
            ...row,
            keepsNext: true,
          }))
    const body = this.blocks(blocks, inner)
    const between = head.length > 0 && body.length > 0 ? [{ height: 3, keepsNext: true }] : []
    const rows = [...head, ...between, ...body]
    if (icon !== undefined) drawIcon(rows, icon, looks[look].bar, frame)
    return rows.length === 0 ? [] : padded(rows, 8, backdrop)
  }

  #steps(steps: readonly Shown[][], frame: Frame): Row[] {
    const inset = 26
    const inner = { ...frame, x: frame.x + inset, width: Math.max(20, frame.width - inset) }
    const white = { ...frame, size: size.small, ink: '#ffffff' }
    return steps.flatMap((blocks, at) => {
      const number = this.#number(String(at + 1), { ...white })
      const own = this.blocks(blocks, inner)
      const [first = { height: frame.size * frame.leading }, ...rest] = own
      const marked: Row = {
        ...first,
        draw: (pen, top) => {
          const middle = top + first.height / 2
          pen.disc(frame.x + 9, middle, 8, colour.accent)
          if (number !== undefined)
            pen.line(number, frame.x + 9 - number.width / 2, middle - 8, { height: 16, ink: white.ink })
          first.draw?.(pen, top)
        },
      }
      const thread: Backdrop = { x: frame.x + 7.8, width: 2.4, look: { fill: colour.faint } }
      return [...(at === 0 ? [] : [gapRow(gap.subsection)]), ...behind([marked, ...rest], thread)]
    })
  }

  #columns(columns: readonly Shown[][], frame: Frame): Row[] {
    const between = 18
    const width = (frame.width - between * (columns.length - 1)) / columns.length
    // Columns that are too narrow are placed below each other.
    if (width < 110) return columns.flatMap((blocks) => this.blocks(blocks, frame))
    const parts = columns.map((blocks, at) =>
      this.blocks(blocks, { ...frame, x: frame.x + at * (width + between), width }),
    )
    return sideBySide(parts, bodyHeight * 0.6)
  }

  #picture(ref: string, alt: string, frame: Frame): Row[] {
    const picture = this.references.picture(ref)
    if (picture === null) return this.#missing(ref, alt, frame)
    // A CSS pixel is three quarters of a point.
    const scale = Math.min(0.75, frame.width / picture.width, (bodyHeight * 0.72) / picture.height)
    const [width, height] = [picture.width * scale, picture.height * scale]
    const share = { left: 0, center: 0.5, right: 1 }[frame.align]
    const x = frame.x + (frame.width - width) * share
    return [{ height: height + 4, draw: (pen, top) => pen.picture(picture, x, top + 2, width, height) }]
  }

  #missing(ref: string, alt: string, frame: Frame): Row[] {
    const inner = { ...frame, x: frame.x + 10, width: Math.max(20, frame.width - 20), ink: colour.muted }
    const name = decodedName(ref)
    const words = [{ ...plainSpan, text: `Image: ${alt || name || 'unnamed'}`, isItalic: true }]
    if (alt !== '' && name !== '') words.push({ ...plainSpan, text: `  (${name})`, isItalic: true })
    const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { fill: colour.code } }
    return padded(this.text(words, inner), 7, backdrop)
  }

  #card({ label, href, text }: Extract<Shown, { type: 'card' }>, frame: Frame): Row[] {
    const inner = { ...frame, x: frame.x + 12, width: Math.max(20, frame.width - 24) }
    const target = href === '' ? null : this.references.link(href)
    const spans: Span[] = label === '' ? [] : [{ ...plainSpan, text: `${label}  `, isBold: true }]
    const words = linkName(text || href || 'nothing', href, this.references)
    spans.push({ ...plainSpan, text: words, ...(target === null ? {} : { target }) })
    const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { fill: looks.plain.fill } }
    return padded(this.text(spans, inner), 7, backdrop)
  }
}

/** The space of an icon beside the text of a panel, for a font size of 1. */
const iconSpace = 1.9
const iconSize = 1.35

/** Draws an icon to the left of the first row. */
function drawIcon(rows: Row[], icon: string, ink: string, { x, size: own, leading: lines }: Frame): void {
  const [first] = rows
  if (first === undefined) return
  const height = Math.min(first.height, own * lines)
  rows[0] = {
    ...first,
    draw: (pen, top) => {
      pen.icon(icon, x + 12, top + height / 2 - (own * iconSize) / 2, own * iconSize, ink)
      first.draw?.(pen, top)
    },
  }
}

function space(before: Shown, block: Shown, between: number): Row {
  // A heading is closer to its text and is never separated from it.
  if (before.type === 'heading') return { ...gapRow(Math.min(between, 6)), keepsNext: true }
  if (block.type !== 'heading' || between < gap.block) return gapRow(between)
  return gapRow(block.level === 3 ? gap.subsection : gap.section)
}

function decodedName(ref: string): string {
  const name = ref.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
