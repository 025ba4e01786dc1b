import type { Mark, Node } from 'prosemirror-model'
import { joined, trimmed, withoutEnd } from '../../blanks.ts'

/**
 * What a node means, as a text to compare: without its source, without marks on spaces, and without what Markdown cannot
 * express, such as empty paragraphs and spaces at the ends of lines.
 */
export function canonical(node: Node): string {
  if (node.isTextblock) return `${nameOf(node)}[${canonicalInline(node)}]`
  const children: string[] = []
  let list: { type: string; at: number } | undefined
  node.forEach((child) => {
    if (child.type.name === 'paragraph' && isBlank(child)) return
    const text = canonical(child)
    const isList = child.type.name.endsWith('_list')
    // Two lists of a kind that follow each other are one.
    if (isList && list?.type === child.type.name && list.at === children.length - 1) {
      children[list.at] = `${(children[list.at] ?? '').slice(0, -1)}${text.slice(text.indexOf('[') + 1)}`
    } else children.push(text)
    list = isList ? { type: child.type.name, at: children.length - 1 } : undefined
  })
  return `${nameOf(node)}[${children.join('')}]`
}

export const isBlank = (node: Node): boolean => {
  let isEmpty = true
  node.forEach((child) => {
    if (!child.isText || child.text?.trim() !== '') isEmpty = false
  })
  return isEmpty
}

function nameOf({ type, attrs }: Node): string {
  switch (type.name) {
    case 'heading':
      return `heading${attrs.level}`
    case 'list_item':
      return attrs.checked === null ? 'item' : `item(${attrs.checked})`
    case 'island':
      return `island(${JSON.stringify(normalLines(attrs.source as string))})`
    default:
      return 'tag' in attrs ? `${type.name}(${attrs.tag})` : type.name
  }
}

const normalLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => withoutEnd(line, ' \t'))
    .join('\n')

const markText = ({ type, attrs }: Mark): string => {
  if (type.name === 'link') return `link(${attrs.href} ${attrs.title ?? ''})`
  return type.name === 'element' ? (attrs.written as string) : type.name
}

function canonicalInline(node: Node): string {
  const parts: { text: string; marks: string }[] = []
  const add = (text: string, marks: string) => {
    const last = parts.at(-1)
    if (last && last.marks === marks) last.text += text
    else parts.push({ text, marks })
  }
  node.forEach((child) => {
    const marks = child.marks
      .filter(({ type }) => type.name !== 'soft' && (child.isText || type.name !== 'code'))
      .map(markText)
    const all = marks.sort().join(' ')
    if (child.isText) {
      const isCode = marks.includes('code')
      const isSoft = !isCode && child.marks.some(({ type }) => type.name === 'soft')
      if (isSoft) add('\uFFFC', '')
      else
        for (const word of (child.text ?? '').split(/(\s+)/)) {
          if (word !== '') add(word, word.trim() === '' ? (isCode ? 'code' : '') : all)
        }
    } else if (child.type.name === 'hard_break') add('\n', '')
    else add(`<${normalLines(child.attrs.source as string).replace(/\s+/g, ' ')}>`, all)
  })
  const text = parts.map(({ text, marks }) => (marks === '' ? text : `{${marks}:${text}}`)).join('')
  const lines = joined(text.split('\uFFFC'), ' \t').split('\n')
  return trimmed(lines.map((line) => trimmed(line, ' \t')).join('\n'), '\n')
}
