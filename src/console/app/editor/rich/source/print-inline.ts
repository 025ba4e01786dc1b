import type { Mark, Node } from 'prosemirror-model'
import { endOf, joined, startOf, withoutEnd } from '../../blanks.ts'
import { code, type Escapes, escaped, target, title } from './escape.ts'
import { elementName } from './tags.ts'

const BLANKS = ' \t\n'

export interface InlineForm {
  escapes: Escapes
  /** Emphasis as elements, where marks of Markdown would not be read as such. */
  hasElements: boolean
  /** In headings, cells and summaries, which are one line. */
  isOneLine: boolean
  isCell: boolean
}

/** A part of a text that has the same marks. Code is one part, with its marks of Markdown. */
interface Part {
  node: Node
  text: string
  isSpace: boolean
  isCode: boolean
  marks: readonly Mark[]
}

/** The content of a text block as Markdown. Lines end with `\n`, without the prefixes of containers. */
export function printInline(block: Node, form: InlineForm): string {
  const parts = withoutMarksOnEdges(partsOf(block, form))
  const active: Mark[] = []
  const bare = new Set<Mark>()
  let text = ''
  const close = (keep: number) => {
    while (active.length > keep) {
      const mark = active.pop() as Mark
      text += bare.delete(mark) ? '>' : ending(mark, form)
    }
  }
  for (const [at, part] of parts.entries()) {
    let keep = 0
    while (keep < active.length && (active[keep] as Mark).isInSet(part.marks)) keep += 1
    close(keep)
    const added = part.marks.filter((mark) => !mark.isInSet(active))
    // What lasts longest is opened first, so that it need not be closed in between.
    const lengths = new Map(added.map((mark) => [mark, lengthOf(mark, parts, at)]))
    added.sort((one, other) => (lengths.get(other) ?? 0) - (lengths.get(one) ?? 0))
    for (const mark of added) {
      const isBare = isAddress(mark, parts.slice(at, at + (lengths.get(mark) ?? 0)))
      if (isBare) bare.add(mark)
      text += mark.type.name === 'link' ? (isBare ? '<' : '[') : formOf(mark, form)
      active.push(mark)
    }
    const isLiteral = active.some((mark) => bare.has(mark))
    if (part.isSpace && part.text.includes('\n')) text = withoutEnd(text, BLANKS)
    text += isLiteral ? part.text : printPart(part, text, form)
  }
  close(0)
  const end = endOf(text, BLANKS)
  // A blank behind a backslash belongs to it.
  return text.slice(startOf(text, BLANKS), text[end - 1] === '\\' ? end + 1 : end)
}

function lengthOf(mark: Mark, parts: readonly Part[], from: number): number {
  let at = from
  while (at < parts.length && mark.isInSet((parts[at] as Part).marks)) at += 1
  return at - from
}

function partsOf(block: Node, { isOneLine }: InlineForm): Part[] {
  const parts: Part[] = []
  block.forEach((node) => {
    const isCode = node.isText && node.marks.some(({ type }) => type.name === 'code')
    const isSoft = node.marks.some(({ type }) => type.name === 'soft')
    const marks = node.marks.filter(({ type }) => type.name !== 'code' && type.name !== 'soft')
    const last = parts.at(-1)
    const text = isSoft && !isOneLine ? (node.text ?? '').replaceAll(' ', '\n') : (node.text ?? '')
    if (isCode && last?.isCode && sameMarks(last.marks, marks)) last.text += text
    else if (isCode || !node.isText) parts.push({ node, text, isCode, isSpace: false, marks })
    else {
      for (const word of text.split(/(\s+)/)) {
        if (word !== '') parts.push({ node, text: word, isCode, isSpace: word.trim() === '', marks })
      }
    }
  })
  return parts
}

const sameMarks = (one: readonly Mark[], other: readonly Mark[]) =>
  one.length === other.length && one.every((mark) => mark.isInSet(other))

/** Marks begin and end with a word: a mark next to a space would be read as text. */
function withoutMarksOnEdges(parts: readonly Part[]): Part[] {
  const before: (readonly Mark[])[] = []
  let words: readonly Mark[] = []
  for (const part of parts) {
    before.push(words)
    if (!part.isSpace) words = part.marks
  }
  const made = [...parts]
  words = []
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] as Part
    if (!part.isSpace) words = part.marks
    else {
      const after = words
      const marks = part.marks.filter((mark) => mark.isInSet(before[at] ?? []) && mark.isInSet(after))
      made[at] = { ...part, marks }
    }
  }
  return made
}

function printPart({ node, text, isCode, isSpace }: Part, before: string, form: InlineForm): string {
  if (isCode) return form.isCell ? code(text).replaceAll('|', '\\|') : code(text)
  // Two line ends would be the end of the paragraph.
  if (isSpace) return before.endsWith('\n') ? '' : text.includes('\n') ? '\n' : text
  if (node.isText) {
    const isStart = before === '' || before.endsWith('\n')
    const word = escaped(text, form.escapes, isStart)
    return form.isCell && form.escapes === 'none' ? word.replaceAll('|', '\\|') : word
  }
  if (node.type.name === 'hard_break') {
    const written = node.attrs.written as string
    if (written.startsWith('<')) return written
    return form.isOneLine ? '<br>' : `${written === '' ? '\\' : written}\n`
  }
  const source = node.attrs.source as string
  return form.isOneLine ? joined(source.split(/\r\n?|\n/), ' \t') : source.replace(/\r\n?/g, '\n')
}

const writtenOf = ({ attrs }: Mark) => attrs.written as string

const elements: Readonly<Record<string, string>> = { strong: '<strong>', em: '<em>', strike: '<del>' }

/** The mark as it is written: of Markdown, or as an element. */
const formOf = (mark: Mark, { hasElements }: InlineForm) =>
  hasElements ? (elements[mark.type.name] ?? writtenOf(mark)) : writtenOf(mark)

function ending(mark: Mark, form: InlineForm): string {
  if (mark.type.name === 'link') {
    const { href, title: words } = mark.attrs as { href: string; title: string | null }
    const url = `(${target(href)}${words ? title(words) : ''})`
    return `]${form.isCell ? url.replaceAll('|', '\\|') : url}`
  }
  const written = formOf(mark, form)
  return written.startsWith('<') ? `</${elementName(written)}>` : written
}

/** Whether a link that was read as `<https://…>` can be written so. */
function isAddress(mark: Mark, parts: readonly Part[]): boolean {
  if (mark.type.name !== 'link' || writtenOf(mark) !== '<') return false
  const text = parts.map((part) => part.text).join('')
  const isPlain = parts.every(({ node, isCode, marks }) => node.isText && !isCode && marks.length === 1)
  return isPlain && !/[\s<>]/.test(text) && [text, `mailto:${text}`].includes(mark.attrs.href as string)
}
