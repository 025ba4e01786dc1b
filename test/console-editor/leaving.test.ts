import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { keysWith } from '../../src/console/app/editor/rich/keys.ts'
import { toEnd } from '../../src/console/app/editor/rich/leaving.ts'
import { print } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { schema } from '../../src/console/app/editor/rich/source/schema.ts'
import { printedPages } from './pages.ts'

const keys = keysWith(() => false)

/** A page with the cursor at `¦`, where keys are pressed and texts are typed. */
class Typist {
  state: EditorState

  constructor(text: string) {
    const doc = read(text)
    let at = -1
    doc.descendants((node, position) => {
      const offset = node.isText ? (node.text ?? '').indexOf('¦') : -1
      if (offset >= 0) at = position + offset
    })
    this.state = EditorState.create({ doc })
    const { tr } = this.state
    if (at >= 0) {
      tr.delete(at, at + 1)
      tr.setSelection(TextSelection.create(tr.doc, at))
    }
    this.state = this.state.apply(tr)
  }

  press(...names: string[]): this {
    for (const name of names) this.run(keys[name] as Command)
    return this
  }

  run(command: Command): this {
    command(this.state, (transaction) => {
      this.state = this.state.apply(transaction)
    })
    return this
  }

  type(text: string): this {
    this.state = this.state.apply(this.state.tr.insertText(text))
    return this
  }

  get text(): string {
    this.state.doc.check()
    return print(this.state.doc)
  }
}

const at = (text: string) => new Typist(text)

const hint = (text: string) => `{% hint style="info" %}\n${text}\n{% endhint %}`
const steps = (...texts: string[]) =>
  `{% stepper %}\n${texts.map((text) => `{% step %}\n${text}\n{% endstep %}`).join('\n')}\n{% endstepper %}`
const TABLE = '| A | B |\n| --- | --- |\n| c | d |'

describe('the keys that lead out of a block', () => {
  it('leave a container with Enter in its empty last paragraph', () => {
    expect(at(hint('In¦')).press('Enter', 'Enter').type('out').text).toBe(`${hint('In')}\n\nout`)
    expect(
      at(`> ${hint('In¦').replaceAll('\n', '\n> ')}\n`)
        .press('Enter', 'Enter')
        .type('out').text,
    ).toBe(`> ${hint('In').replaceAll('\n', '\n> ')}\n>\n> out\n`)
    const expandable = '<details>\n\n<summary>S</summary>\n\nIn¦\n\n</details>\n'
    expect(at(expandable).press('Enter', 'Enter').type('out').text).toBe(
      `${expandable.replace('¦', '')}\nout\n`,
    )
    // An empty one stays.
    const empty = '{% hint style="info" %}\n\n{% endhint %}'
    const typist = at(empty)
    typist.state = typist.state.apply(typist.state.tr.setSelection(TextSelection.create(typist.state.doc, 2)))
    expect(typist.press('Enter').type('out').text).toBe(`${empty}\n\nout`)
  })

  it('lead from a step to the next, and from the last one out of the steps', () => {
    const typist = at(steps('One¦', 'Two'))
    expect(typist.press('Enter', 'Enter').type('More ').text).toBe(steps('One', 'More Two'))
    expect(at(steps('One', 'Two¦')).press('Enter', 'Enter').type('out').text).toBe(
      `${steps('One', 'Two')}\n\nout`,
    )
  })

  it('make a paragraph beside containers, tables and islands where there is no text', () => {
    expect(
      at(`${hint('In¦')}\n`)
        .press('ArrowDown')
        .type('out').text,
    ).toBe(`${hint('In')}\n\nout\n`)
    expect(at(hint('In¦')).press('ArrowUp').type('out').text).toBe(`out\n\n${hint('In')}`)
    expect(at(TABLE.replace('c', 'c¦')).press('ArrowDown').type('out').text).toBe(`${TABLE}\n\nout`)
    expect(at(TABLE.replace('B', 'B¦')).press('ArrowUp').type('out').text).toBe(`out\n\n${TABLE}`)
    expect(
      at(hint(TABLE.replace('d', 'd¦')))
        .press('ArrowDown')
        .type('in').text,
    ).toBe(hint(`${TABLE}\n\nin`))
    expect(
      at(`${hint('One¦')}\n\n${TABLE}`)
        .press('ArrowDown')
        .type('x').text,
    ).toBe(`${hint('One')}\n\nx\n\n${TABLE}`)
    expect(at(steps('One', 'Two¦')).press('ArrowDown').type('out').text).toBe(`${steps('One', 'Two')}\n\nout`)
    expect(
      at(`${hint('In¦')}\n\nBelow`)
        .press('Mod-Enter')
        .type('x').text,
    ).toBe(`${hint('In')}\n\nx\n\nBelow`)
    const code = '```js\na\n```'
    for (const key of ['ArrowDown', 'Mod-Enter']) {
      const typist = at(code)
      typist.state = typist.state.apply(
        typist.state.tr.setSelection(NodeSelection.create(typist.state.doc, 0)),
      )
      expect(typist.press(key).type('out').text).toBe(`${code}\n\nout`)
    }
  })

  it('add a tab or a step below with Ctrl and Enter', () => {
    expect(at(steps('One¦', 'Three')).press('Mod-Enter').type('Two').text).toBe(steps('One', 'Two', 'Three'))
    expect(
      at('{% tabs %}\n{% tab title="A" %}\n¦a\n{% endtab %}\n{% endtabs %}').press('Mod-Enter').type('b')
        .text,
    ).toBe('{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% tab %}\nb\n{% endtab %}\n{% endtabs %}')
  })

  it('do nothing of their own where there is a text to go to', () => {
    for (const text of [`${hint('In¦')}\n\nBelow`, hint('In¦\n\nmore'), 'Text¦']) {
      expect(keys.ArrowDown?.(at(text).state), text).toBe(false)
    }
  })

  it('lead to the same cell of the next row, and out of the table from the first row and the last', () => {
    const page = `Above\n\n${TABLE}\n\nBelow`
    expect(at(page.replace('B', 'B¦')).press('ArrowDown').type('!').text).toBe(page.replace('d', 'd!'))
    expect(at(page.replace('d', 'd¦')).press('ArrowUp').type('!').text).toBe(page.replace('B', 'B!'))
    expect(at(page.replace('c', 'c¦')).press('ArrowDown').type('!').text).toBe(
      page.replace('Below', '!Below'),
    )
    expect(at(page.replace('B', 'B¦')).press('ArrowUp').type('!').text).toBe(page.replace('Above', 'Above!'))
  })

  it('leave a table with Enter in an empty last row', () => {
    const typist = at(TABLE.replace('d', 'd¦'))
    expect(typist.press('Enter', 'Enter').type('out').text).toBe(`${TABLE}\n\nout`)
  })

  it('take content out of its container with Backspace at the start', () => {
    expect(
      at(`Above\n\n${hint('¦In\n\nmore')}\n`)
        .press('Backspace')
        .type('x').text,
    ).toBe('Above\n\nxIn\n\nmore\n')
    expect(at(steps('¦One', 'Two')).press('Backspace').text).toBe(`One\n\n${steps('Two')}`)
    expect(at(steps('One', '¦Two')).press('Backspace').type('x').text).toBe(steps('One\n\nxTwo'))
    expect(at(steps('¦One')).press('Backspace').text).toBe('One')
    expect(at('<details>\n\n<summary>¦S</summary>\n\nIn\n\n</details>').press('Backspace').text).toBe(
      'S\n\nIn',
    )
    expect(at('| ¦ |  |\n| --- | --- |\n|  |  |').press('Backspace').type('x').text).toBe('x')
    expect(at(TABLE.replace('A', '¦A')).press('Backspace').text).toBe(TABLE)
  })

  it('write nothing before there is a text: pages keep their bytes', () => {
    for (const { text } of printedPages) {
      const typist = at(text.replaceAll('¦', ''))
      typist.run(toEnd)
      expect(typist.text).toBe(text.replaceAll('¦', ''))
      expect(typist.state.doc.lastChild?.type).toBe(schema.nodes.paragraph)
    }
  })

  it('lead down from the last line of a tab or step to the next one, and up again', () => {
    const page = steps('One¦', 'Two')
    expect(at(page).press('ArrowDown').type('!').text).toBe(steps('One', '!Two'))
    expect(at(page.replace('¦', '').replace('Two', '¦Two')).press('ArrowUp').type('!').text).toBe(
      steps('One!', 'Two'),
    )
  })

  it('tick the task of the cursor with Control and Enter', () => {
    expect(at('- [ ] a¦\n- [ ] b\n').press('Mod-Enter').text).toBe('- [x] a\n- [ ] b\n')
    expect(at('- [x] a¦\n').press('Mod-Enter').text).toBe('- [ ] a\n')
  })
})
