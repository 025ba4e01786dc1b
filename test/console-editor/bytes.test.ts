import type { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { canonical } from '../../src/console/app/editor/rich/source/canonical.ts'
import { Printer, print } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { allPages, printedPages } from './pages.ts'

/** The document without its source, so that all of it is printed. */
const withoutOrigins = (node: Node): Node => {
  if (node.isInline) return node
  const attrs = node.type.name === 'doc' ? node.attrs : { ...node.attrs, origin: null }
  return node.type.create(attrs, node.children.map(withoutOrigins))
}

describe('a page that is opened in the rich editor', () => {
  it('is written byte for byte as it was, also container by container', () => {
    for (const { name, text } of allPages) {
      const doc = read(text)
      expect(print(doc), name).toBe(text)
      // A document of the same nodes that is not known to be unchanged.
      const nodes = doc.copy(doc.content)
      const { head, tail } = doc.attrs.origin
      const isEmpty = doc.childCount === 1 && doc.firstChild?.attrs.origin === null
      if (!isEmpty) expect(head + new Printer(nodes).blocks(nodes, '') + tail, name).toBe(text)
    }
  })

  it('means the same when every block is printed anew', () => {
    for (const { name, text } of printedPages) {
      const doc = read(text)
      const printed = new Printer(doc).blocks(withoutOrigins(doc), '')
      expect(canonical(read(printed)), name).toBe(canonical(withoutOrigins(doc)))
    }
  })
})
