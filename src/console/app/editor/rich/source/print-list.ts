import type { Node } from 'prosemirror-model'
import { endOf } from '../../blanks.ts'
import type { BlockPrinter } from './block-printer.ts'
import { isUnchanged, type Origin, originOf } from './origin.ts'
import { columnAfter, indentOf } from './read-list.ts'

const HEAD = /^((?:[-+*]|\d{1,9}[.)])[ \t]*)(\[[ \txX]\][ \t]+)?$/
const BLANK = /[\r\n][\s>]*[\r\n]/

/** Items that were not changed keep their lines, their numbers too: readers count them anew. */
export function printList(printer: BlockPrinter, list: Node, prefix: string): string {
  const items: Node[] = []
  list.forEach((item) => {
    items.push(item)
  })
  const origins = items.map((item) => originOf(item)).filter((origin) => origin !== undefined)
  const model = origins.find((origin) => origin.prefix === prefix)
  const spacing = origins.find(({ gap }) => gap !== undefined)?.gap ?? ''
  const isTight = !BLANK.test(spacing)
  const between = spacedGap(printer, origins, prefix, isTight)
  let text = ''
  for (const [at, item] of items.entries()) {
    const origin = originOf(item)
    const own = origin?.prefix === prefix ? origin.gap : undefined
    text +=
      (at === 0 ? '' : (own ?? between)) + printItem(printer, { item, at, list, prefix, model, isTight })
  }
  return text
}

/** What stands between items: as between the others of this list. */
function spacedGap(
  printer: BlockPrinter,
  origins: readonly Origin[],
  prefix: string,
  isTight: boolean,
): string {
  const same = origins.find((origin) => origin.prefix === prefix && origin.gap !== undefined)
  if (same?.gap !== undefined) return same.gap
  const lead = leadOf(origins.find((origin) => origin.prefix === prefix))
  return (isTight ? printer.nextLine(prefix) : printer.blankLine(prefix)) + ' '.repeat(lead)
}

/** How far the markers of a list are indented in their container. */
function leadOf(model: Origin | undefined): number {
  if (model === undefined) return 0
  return Math.max(0, model.inner.length - model.prefix.length - indentOf(`${model.head}x`))
}

interface Printed {
  item: Node
  at: number
  list: Node
  prefix: string
  model: Origin | undefined
  isTight: boolean
}

function printItem(printer: BlockPrinter, { item, at, list, prefix, model, isTight }: Printed): string {
  const origin = originOf(item)
  const isInPlace = origin?.prefix === prefix
  if (isInPlace && fits(origin.head, list) && isUnchanged(item)) return origin.text
  const head = headOf(item, at, list, origin ?? model)
  const lead = leadOf(isInPlace ? origin : model)
  const inner =
    isInPlace && head === origin.head
      ? origin.inner
      : prefix + ' '.repeat(lead + indentOf(`${head}x`, columnAfter(prefix) + lead))
  const printed = printer.blocks(item, inner, isTight)
  // A text that begins like the box of a task.
  const isBoxLike = item.attrs.checked === null && /^\[[ \txX]\](?:\s|$)/.test(printed)
  const body = isBoxLike ? `\\${printed}` : printed
  if (body === '') return head.trimEnd()
  // Markers of empty items alone on a line would be a divider.
  const [line = ''] = (head + body).split(/[\r\n]/, 1)
  return /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line)
    ? head.trimEnd() + printer.nextLine(inner) + body
    : head + body
}

/** Whether a marker is one of this list; another marker would begin a new list. */
const fits = (head: string, { type, attrs }: Node): boolean => {
  const [marker = ''] = /^(?:[-+*]|\d{1,9}[.)])/.exec(head) ?? []
  return /^\d/.test(marker) === (type.name === 'ordered_list') && marker.endsWith(attrs.marker as string)
}

function headOf(item: Node, at: number, list: Node, like: Origin | undefined): string {
  const checked = item.attrs.checked as boolean | null
  const isOrdered = list.type.name === 'ordered_list'
  const [, written = '', box = ''] = HEAD.exec(like?.head ?? '') ?? []
  const isLike = fits(written, list) && /[ \t]$/.test(written)
  const spaces = isLike ? written.slice(endOf(written, ' \t')) : ' '
  const isOwn = isLike && like === originOf(item)
  const number = `${(list.attrs.start as number) + at}${list.attrs.marker}`
  const marker = isOwn
    ? written
    : `${isOrdered ? number : list.attrs.marker}${spaces.length > 4 ? ' ' : spaces}`
  if (checked === null || item.firstChild?.type.name !== 'paragraph') return marker
  const isBoxSame = isOwn && box !== '' && /[xX]/.test(box) === checked
  return marker + (isBoxSame ? box : `[${checked ? 'x' : ' '}] `)
}
