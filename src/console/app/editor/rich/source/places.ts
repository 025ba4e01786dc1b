import type { Node } from 'prosemirror-model'
import { originOf } from './origin.ts'
import type { Printer } from './print.ts'

/** Where a text block or an island stands: its position in the document, and its offset in the text. */
export interface Place {
  node: Node
  position: number
  start: number
  end: number
}

/** The places of all text blocks and islands, in order. */
export function placesOf(doc: Node, printer: Printer): Place[] {
  const text = printer.page(doc)
  const places: Place[] = []
  // What a child is printed as is a part of what its container is printed as.
  const visit = (parent: Node, inside: number, from: number, prefix: string): number => {
    let at = from
    parent.forEach((child, offset) => {
      const position = inside + offset
      const inner = innerPrefix(child, prefix)
      if (child.isTextblock || child.isLeaf) {
        const printed = printer.print(child, prefix)
        const start = Math.max(at, text.indexOf(printed, at))
        at = start + printed.length
        places.push({ node: child, position, start, end: at })
      } else {
        at = visit(child, position + 1, startOf(child, at), inner)
      }
    })
    return at
  }
  const startOf = (container: Node, at: number) => {
    const tag = container.attrs.tag as string | undefined
    return tag === undefined ? at : Math.max(at, text.indexOf(tag, at) + tag.length)
  }
  visit(doc, 0, originOf(doc)?.head.length ?? 0, '')
  return places
}

function innerPrefix(node: Node, prefix: string): string {
  const origin = originOf(node)
  if (origin?.prefix === prefix) return origin.inner
  return node.type.name === 'blockquote' ? `${prefix}> ` : prefix
}

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, offset: number): number =>
  1 + (text.slice(0, offset).match(/\r\n|\r|\n/g)?.length ?? 0)
