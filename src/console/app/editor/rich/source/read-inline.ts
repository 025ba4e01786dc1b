import type { Link, PhrasingContent } from 'mdast'
import type { Mark, Node } from 'prosemirror-model'
import { elementAt, type InlineElement } from '../../../../../modules/documents/reading/inline-html.ts'
import { schema } from './schema.ts'

/** The source that positions refer to, and what its containers write in front of its lines. */
export interface Source {
  text: string
  prefix: string
}

/** Thrown where the source of a node is not known. Its block becomes an island. */
export class Irregular extends Error {}

export function sliceOf(text: string, first: PhrasingContent, last = first): string {
  const from = first.position?.start.offset
  const to = last.position?.end.offset
  if (from === undefined || to === undefined || to <= from) throw new Irregular()
  return text.slice(from, to)
}

/** A text of several lines without what its containers write in front of them. */
export function withoutPrefix(text: string, prefix: string): string {
  if (prefix === '') return text
  return text
    .split('\n')
    .map((line, at) => {
      if (at === 0) return line
      if (line.startsWith(prefix)) return line.slice(prefix.length)
      return prefix.includes('>') ? line.replace(/^[ \t>]+/, '') : line.trimStart()
    })
    .join('\n')
}

const { marks, nodes } = schema
const lineEnding = /\r\n|\r|\n/

/** Texts with marks, and islands for everything that has no other form. */
export function readInline(
  content: readonly PhrasingContent[],
  source: Source,
  outer: readonly Mark[] = [],
): Node[] {
  const made: Node[] = []
  for (let at = 0; at < content.length; at += 1) {
    const node = content[at] as PhrasingContent
    const element = elementAt(content, at)
    if (element) {
      made.push(...readElement(element, content, at, source, outer))
      at = element.end
    } else made.push(...readOne(node, source, outer))
  }
  return made
}

function readOne(node: PhrasingContent, source: Source, outer: readonly Mark[]): Node[] {
  const marked = (mark: Mark, children: readonly PhrasingContent[]) => {
    // A mark without a text has no place in the document, and a mark inside itself has no effect.
    if (children.length === 0 || mark.type.isInSet(outer))
      return [island(sliceOf(source.text, node), source, outer)]
    return readInline(children, source, mark.addToSet(outer))
  }
  switch (node.type) {
    case 'text':
      return texts(node.value, outer)
    case 'strong':
      return marked(marks.strong.create({ written: sliceOf(source.text, node).slice(0, 2) }), node.children)
    case 'emphasis':
      return marked(marks.em.create({ written: sliceOf(source.text, node).slice(0, 1) }), node.children)
    case 'delete':
      return marked(marks.strike.create(), node.children)
    case 'inlineCode':
      if (node.value === '') return [island(sliceOf(source.text, node), source, outer)]
      return texts(node.value, marks.code.create().addToSet(outer))
    case 'break':
      return [breakOf(sliceOf(source.text, node), outer)]
    case 'link':
      return readLink(node, source, outer)
    default:
      return [island(sliceOf(source.text, node), source, outer, node.type)]
  }
}

function readLink(node: Link, source: Source, outer: readonly Mark[]): Node[] {
  const written = sliceOf(source.text, node)
  const isIsland = node.title === 'mention' || node.children.length === 0 || marks.link.isInSet(outer)
  if (isIsland) return [island(written, source, outer, node.title === 'mention' ? 'mention' : 'link')]
  const form = written.startsWith('<') ? '<' : ''
  const mark = marks.link.create({ href: node.url, title: node.title ?? null, written: form })
  return readInline(node.children, source, mark.addToSet(outer))
}

/** Texts of one line each, and between them a space that is written as the end of a line. */
function texts(value: string, outer: readonly Mark[]): Node[] {
  return value
    .split(lineEnding)
    .flatMap((line, at) => [
      ...(at === 0 ? [] : [schema.text(' ', marks.soft.create().addToSet(outer))]),
      ...(line === '' ? [] : [schema.text(line, outer)]),
    ])
}

const breakOf = (written: string, outer: readonly Mark[]): Node =>
  nodes.hard_break.create({ written: written.replace(/[\r\n][\s\S]*$/, '') }, null, outer)

function island(written: string, { prefix }: Source, outer: readonly Mark[], kind = 'other'): Node {
  return nodes.inline_island.create({ source: withoutPrefix(written, prefix), kind }, null, outer)
}

const elementMarks: Readonly<Record<string, 'strong' | 'em' | 'strike' | 'element'>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  del: 'strike',
  s: 'strike',
  kbd: 'element',
  sup: 'element',
  sub: 'element',
  mark: 'element',
}

function readElement(
  element: InlineElement,
  content: readonly PhrasingContent[],
  at: number,
  source: Source,
  outer: readonly Mark[],
): Node[] {
  const [start, end] = [content[at], content[element.end]] as [PhrasingContent, PhrasingContent]
  const opening = sliceOf(source.text, start)
  if (element.name === 'br') return [breakOf(opening, outer)]
  const name = elementMarks[element.name]
  const mark = name && marks[name].create({ written: opening })
  const isPlain = element.attributes.size === 0 || element.name === 'mark'
  const isMarked = mark && isPlain && element.inside.length > 0 && !/[\r\n]/.test(opening)
  // The end of an element is written in small letters.
  const isRegular = sliceOf(source.text, end) === `</${element.name}>` && !mark?.type.isInSet(outer)
  if (isMarked && isRegular) return readInline(element.inside, source, mark.addToSet(outer))
  return [island(sliceOf(source.text, start, end), source, outer, element.name)]
}
