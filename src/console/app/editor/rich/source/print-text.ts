import type { Node } from 'prosemirror-model'
import { canonical } from './canonical.ts'
import { type InlineForm, printInline } from './print-inline.ts'
import { read } from './read.ts'

const forms: readonly Pick<InlineForm, 'escapes' | 'hasElements'>[] = [false, true].flatMap((hasElements) =>
  (['none', 'some', 'all'] as const).map((escapes) => ({ escapes, hasElements })),
)

/**
 * A text block as Markdown, with as few escapes as it needs: each form is read again, and the first that means the same is
 * taken. `definitions` is what the texts in brackets of the page refer to.
 */
export function printText(block: Node, definitions: string): string {
  const kind = block.type.name
  const isCell = kind === 'table_cell'
  const isOneLine = isCell || kind === 'heading' || kind === 'summary'
  const wanted = canonical(block)
  let text = ''
  for (const form of forms) {
    text = printInline(block, { ...form, isCell, isOneLine })
    if (kind === 'heading')
      text = `${'#'.repeat(block.attrs.level as number)}${text === '' ? '' : ' '}${text}`
    if (kind === 'summary') text = text.replace(/<(?=\/summary)/gi, '&lt;')
    if (text === '' || meansThe(wanted, text, kind, definitions)) return text
  }
  return text
}

function meansThe(wanted: string, text: string, kind: string, definitions: string): boolean {
  const table = kind === 'table_cell'
  const source = table ? `| ${text} |\n| - |` : text
  const hasNames = definitions !== '' && text.includes('[')
  const doc = read(hasNames ? `${source}\n\n${definitions}` : source)
  const count = hasNames ? definitions.split('\n\n').length : 0
  const first = doc.firstChild
  if (first === null || doc.childCount !== 1 + count || doc.attrs.origin.head !== '') return false
  if (table) return first.firstChild?.childCount === 1 && canonical(first.firstChild.child(0)) === wanted
  const found = canonical(first)
  return found === wanted || (kind === 'summary' && found.replace(/^paragraph/, 'summary') === wanted)
}
