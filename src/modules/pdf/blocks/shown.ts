import type { InlineNode } from '../../documents/index.ts'
import type { looks } from '../drawing/theme.ts'

/** A block as it is drawn: the blocks of a document, with tags paired and HTML parsed. */
export type Shown =
  | { type: 'text'; inlines: InlineNode[] }
  | { type: 'heading'; level: 1 | 2 | 3; anchor: string; inlines: InlineNode[] }
  | { type: 'list'; start: number | null; items: { isChecked?: boolean; blocks: Shown[] }[] }
  | { type: 'quote'; blocks: Shown[] }
  | { type: 'panel'; look: keyof typeof looks; title?: string; blocks: Shown[] }
  | { type: 'steps'; steps: Shown[][] }
  | { type: 'columns'; columns: Shown[][] }
  | { type: 'code'; title?: string; lines: string[] }
  | { type: 'table'; head: InlineNode[][]; align: Alignment[]; rows: Shown[][][] }
  | { type: 'picture'; ref: string; alt: string }
  | { type: 'card'; label: string; href: string; text: string }
  | { type: 'math'; formula: string }
  | { type: 'note'; label: string; inlines: InlineNode[] }
  | { type: 'divider' }

export type Alignment = 'left' | 'center' | 'right'
