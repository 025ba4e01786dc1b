import { AllSelection, type Command, EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { insertables } from '../../src/console/app/editor/insertables.ts'
import { insertMarkdown } from '../../src/console/app/editor/rich/changes.ts'
import { linkAt, withLink } from '../../src/console/app/editor/rich/links.ts'
import { print } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { addColumn, deleteColumn } from '../../src/console/app/editor/rich/tables.ts'
import { liftItem, liftQuote, sinkItem, toggleList } from '../../src/console/app/editor/rich/toolbar/lists.ts'
import { toolsAt } from '../../src/console/app/editor/rich/toolbar/tool-state.ts'

/** A text whose cursor is at `^`, or whose selection goes from one to the other. */
function stateOf(marked: string): EditorState {
  const doc = read(marked)
  const places: number[] = []
  doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/\^/g)) places.push(at + index)
  })
  const state = EditorState.create({ doc })
  const tr = state.tr
  for (const place of [...places].reverse()) tr.delete(place, place + 1)
  const [from = 0, to = from + 1] = places
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, from, to - 1 < from ? from : to - 1)))
}

/** The text after a command. Undefined if it does nothing. */
function changed(marked: string, command: Command): string | undefined {
  const state = stateOf(marked)
  let next: EditorState | undefined
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next && print(next.doc)
}

describe('the tools of the rich editor', () => {
  it('make lists of paragraphs, other lists of lists, and paragraphs of the same list', () => {
    expect(changed('o^ne\n\ntwo^\n\nthree\n', toggleList('bullet'))).toBe('* one\n* two\n\nthree\n')
    expect(changed('o^ne\n', toggleList('task'))).toBe('* [ ] one\n')
    expect(changed('- o^ne\n- two\n', toggleList('numbered'))).toBe('1. one\n2. two\n')
    expect(changed('1. o^ne\n2. two\n', toggleList('task'))).toBe('* [ ] one\n* [ ] two\n')
    expect(changed('- [x] o^ne\n- [ ] two\n', toggleList('bullet'))).toBe('- one\n- two\n')
    expect(changed('- one\n- t^wo\n', toggleList('bullet'))).toBe('- one\n\ntwo\n')
    expect(changed('| a^ |\n| - |\n| b |\n', toggleList('bullet'))).toBeUndefined()
  })

  it('leave lines alone that they do not change', () => {
    const page = 'A __b__\n\n* x\n*  y\n\n> q\n'
    expect(changed(page.replace('x', 'x^'), sinkItem)).toBeUndefined()
    expect(changed(page.replace('y', 'y^'), sinkItem)).toBe('A __b__\n\n* x\n  *  y\n\n> q\n')
    expect(changed(page.replace('q', 'q^'), liftQuote)).toBe('A __b__\n\n* x\n*  y\n\nq\n')
    expect(changed('- a\n  - b^\n', liftItem)).toBe('- a\n- b\n')
    expect(changed('> one\n>\n> - t^wo\n', liftQuote)).toBe('one\n\n- two\n')
  })

  it('keep the alignment of columns beside which one is added or deleted', () => {
    const page = '> | a | b | c |\n> |:--|:-:|--:|\n> | d | e | f |\n'
    expect(changed(page.replace('d', 'd^'), addColumn)).toBe(
      '> | a |  | b | c |\n> | :-- | --- | :-: | --: |\n> | d |  | e | f |\n',
    )
    expect(changed(page.replace('e', 'e^'), deleteColumn)).toBe('> | a | c |\n> | :-- | --: |\n> | d | f |\n')
  })

  it('show what the selection is', () => {
    expect(toolsAt(stateOf('## **A^b**\n'))).toMatchObject({ level: 2, strong: true, em: false, list: null })
    expect(toolsAt(stateOf('> - [ ] [a^b](x)\n'))).toMatchObject({
      level: 0,
      list: 'task',
      isQuote: true,
      link: true,
    })
    expect(toolsAt(stateOf('| a^ |\n| - |\n| b |\n'))).toMatchObject({ level: null, isTable: true })
  })

  it('insert blocks below the block of the cursor, in place of an empty one, and below an island', () => {
    const insert = (marked: string, name: keyof typeof insertables) => {
      const state = stateOf(marked)
      const { to } = state.selection
      return print(state.apply(insertMarkdown(state, insertables[name], to, to)).doc)
    }
    expect(insert('on^e\n\ntwo\n', 'quote')).toBe('one\n\n>\n\ntwo\n')
    expect(insert('| a |\n| - |\n| b^ |\n\ntwo\n', 'task')).toBe('| a |\n| - |\n| b |\n\n- [ ]\n\ntwo\n')
    expect(insert('on^e\n\ntwo\n', 'table')).toBe('one\n\n|  |  |\n| --- | --- |\n|  |  |\n\ntwo\n')
    const state = EditorState.create({ doc: read('***\n\nend\n') })
    expect(print(state.apply(insertMarkdown(state, insertables.hintInfo, 1, 1)).doc)).toBe(
      '***\n\n{% hint style="info" %}\n\n{% endhint %}\n\nend\n',
    )
  })

  it('set, change and remove links', () => {
    const link = (marked: string, href: string, words = '') => {
      const state = stateOf(marked)
      const place = linkAt(state)
      return place && [place.href, print(state.apply(withLink(state, place, href, words)).doc)]
    }
    expect(link('See ^this^ page\n', 'a.md')).toEqual(['', 'See [this](a.md) page\n'])
    expect(link('See ^\n\nx\n', 'a.md', 'A page')).toEqual(['', 'See [A page](a.md)\n\nx\n'])
    expect(link('[a **b^** c](x.md "T") d\n', 'y.md')).toEqual(['x.md', '[a **b** c](y.md "T") d\n'])
    expect(link('[ab^](x.md)[c](z.md)\n', '')).toEqual(['x.md', 'ab[c](z.md)\n'])
    expect(link('<https://example.com>^\n', 'https://example.org')).toEqual([
      'https://example.com',
      '[https://example.com](https://example.org)\n',
    ])
    const all = EditorState.create({ doc: read('a\n\nb\n') })
    expect(linkAt(all.apply(all.tr.setSelection(new AllSelection(all.doc))))).toBeNull()
  })
})
