import type { InlineNode } from '../../documents/index.ts'
import type { Alignment, Shown } from '../blocks/shown.ts'
import type { Fonts } from '../fonts/fonts.ts'
import type { Row } from '../rows/rows.ts'
import type { PagePosition } from './book-file.ts'
import type { Span } from './lines.ts'
import type { References } from './spans.ts'

/** The position of rows on a page, and the style of their text. */
export interface Frame {
  x: number
  width: number
  size: number
  leading: number
  ink: string
  align: Alignment
  /** Whether all text is bold, as in the title of a card. */
  isBold?: boolean
  /** The number of lists around it. */
  listLevel: number
}

/** The resources of a page for its layout. */
export interface PageReferences extends References {
  /** Called when the heading of an anchor is drawn. */
  anchor(anchor: string, place: PagePosition): void
  /** A date in the language of the book. */
  date(text: string): string
}

/** The functions of the page layout that nested blocks use. */
export interface BlockLayout {
  readonly fonts: Fonts
  readonly references: PageReferences
  spans(inlines: readonly InlineNode[]): Span[]
  text(spans: readonly Span[], frame: Frame): Row[]
  blocks(blocks: readonly Shown[], frame: Frame, between?: number): Row[]
}
