import { describe, expect, it } from 'vitest'
import { CARET, insertables } from '../../src/console/app/editor/insertables.ts'
import { print } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { blocks } from '../../src/modules/documents/tree/document.forms.ts'

const kindsOf = (markdown: string): string[] =>
  documentFromMarkdown(markdown.replace(CARET, 'x')).nodes.map(({ type }) => type)

describe('the slash menu', () => {
  it('has an entry for every kind of block that sites show, besides the paragraph that is typed', () => {
    const made = new Set(Object.values(insertables).flatMap(kindsOf))
    made.delete('paragraph')
    expect([...made].sort()).toEqual(
      Object.keys(blocks)
        .filter((kind) => kind !== 'paragraph')
        .sort(),
    )
  })

  it('inserts exactly one block, with one place for the cursor', () => {
    for (const [name, markdown] of Object.entries(insertables)) {
      const kinds = kindsOf(markdown).filter((kind) => kind !== 'paragraph')
      expect(kinds, name).toHaveLength(1)
      expect(markdown.split(CARET), name).toHaveLength(2)
    }
  })

  it('inserts blocks that the rich editor writes as they are', () => {
    for (const [name, markdown] of Object.entries(insertables)) {
      expect(print(read(markdown)), name).toBe(markdown)
    }
  })
})
