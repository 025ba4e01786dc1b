import type { InlineNode } from '../../documents/index.ts'
import type { Alignment, Shown } from '../blocks/shown.ts'
import type { Fonts } from '../fonts/fonts.ts'
import type { Span } from './lines.ts'
import type { Row } from './rows.ts'

/** The position of rows on a page, and the style of their text. */
export interface Frame {
  x: number
  width: number
  size: number
  leading: number
  ink: string
  align: Alignment
  /** The number of lists around it. */
  listLevel: number
}

/** The functions of the page layout that nested blocks use. */
export interface BlockLayout {
  readonly fonts: Fonts
  spans(inlines: readonly InlineNode[]): Span[]
  text(spans: readonly Span[], frame: Frame): Row[]
  blocks(blocks: readonly Shown[], frame: Frame, between?: number): Row[]
}
