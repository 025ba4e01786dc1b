import type { InlineNode } from '../../documents/index.ts'
import type { Alignment, Shown } from '../blocks/shown.ts'
import type { Fonts } from '../fonts/fonts.ts'
import type { Span } from './lines.ts'
import type { Row } from './rows.ts'

/** Where rows stand on a page, and how their text looks. */
export interface Frame {
  x: number
  width: number
  size: number
  leading: number
  ink: string
  align: Alignment
  /** How many lists stand around it. */
  listLevel: number
}

/** What blocks that hold other blocks or text need of the layout of their page. */
export interface BlockLayout {
  readonly fonts: Fonts
  spans(inlines: readonly InlineNode[]): Span[]
  text(spans: readonly Span[], frame: Frame): Row[]
  blocks(blocks: readonly Shown[], frame: Frame, between?: number): Row[]
}
