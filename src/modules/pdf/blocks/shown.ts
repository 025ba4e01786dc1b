import type { InlineNode } from '../../documents/index.ts'
import type { looks } from '../drawing/theme.ts'

/** A block as it is drawn: the blocks of a document, with tags paired and HTML parsed. */
export type Shown =
  | { type: 'text'; inlines: InlineNode[] }
  | { type: 'heading'; level: 1 | 2 | 3; anchor: string; inlines: InlineNode[] }
  | { type: 'list'; start: number | null; items: { isChecked?: boolean; blocks: Shown[] }[] }
  | { type: 'quote'; blocks: Shown[] }
  | { type: 'caption'; blocks: Shown[] }
  | { type: 'panel'; look: keyof typeof looks; title?: string; icon?: string; blocks: Shown[] }
  | { type: 'steps'; steps: Shown[][] }
  | { type: 'columns'; columns: Shown[][] }
  | { type: 'updates'; updates: { date: string; tags: string[]; blocks: Shown[] }[] }
  | { type: 'aligned'; align: Alignment; blocks: Shown[] }
  | { type: 'code'; title?: string; hasNumbers: boolean; lines: CodeLine[] }
  | { type: 'table'; head: InlineNode[][]; align: Alignment[]; rows: Shown[][][] }
  | { type: 'cards'; size: 'medium' | 'large'; cards: Card[] }
  | { type: 'picture'; ref: string; alt: string }
  | { type: 'card'; label: string; href: string; text: string }
  | { type: 'math'; formula: string }
  | { type: 'note'; label: string; inlines: InlineNode[] }
  | { type: 'tags'; tags: string[] }
  | { type: 'divider' }

export interface CodeLine {
  text: string
  isMarked: boolean
}

export interface Card {
  /** The image above its text, and the target of its link. Empty if there is none. */
  cover: string
  href: string
  title: Shown[]
  texts: Shown[]
}

export type Alignment = 'left' | 'center' | 'right'

export const isAlignment = (value: unknown): value is Alignment =>
  value === 'left' || value === 'center' || value === 'right'

/** The blocks directly inside a block. */
export function blocksInside(block: Shown): Shown[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks)
    case 'quote':
    case 'caption':
    case 'panel':
    case 'aligned':
      return block.blocks
    case 'steps':
      return block.steps.flat()
    case 'columns':
      return block.columns.flat()
    case 'updates':
      return block.updates.flatMap(({ blocks }) => blocks)
    case 'table':
      return block.rows.flat(2)
    case 'cards':
      return block.cards.flatMap(({ title, texts }) => [...title, ...texts])
    default:
      return []
  }
}
