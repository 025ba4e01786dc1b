import { describe, expect, test } from 'vitest'
import { markdownFromDocument } from '../../src/modules/documents/index.ts'

const leaf = (text: string, ...types: string[]) => ({
  object: 'leaf',
  text,
  marks: types.map((type) => ({ object: 'mark', type })),
})
const text = (...leaves: object[]) => ({ object: 'text', leaves })
const url = (to: string) => ({ kind: 'url', url: to })
const inline = (type: string, data: object, ...nodes: object[]) => ({
  object: 'inline',
  type,
  key: '',
  isVoid: nodes.length === 0,
  data,
  ...(nodes.length > 0 ? { nodes } : {}),
})

function written(type: 'paragraph' | 'heading-1', ...nodes: object[]): string {
  const block = { object: 'block', type, key: '', isVoid: false, data: {}, nodes }
  const tree = { object: 'document', data: { schemaVersion: 1 }, nodes: [block] }
  return markdownFromDocument(tree as unknown as Parameters<typeof markdownFromDocument>[0])
}
const paragraph = (...nodes: object[]) => written('paragraph', ...nodes)
const heading = (...nodes: object[]) => written('heading-1', ...nodes)
const image = (data: object) => inline('inline-image', { ref: url('a.png'), ...data })
const formula = (source: string) => inline('inline-math', { formula: source })

// Markdown has several forms of each mark; these are the simplest.
describe('writing marks', () => {
  test.each([
    ['with stars', [leaf('x'), leaf('a', 'italic'), leaf('y')], 'x*a*y\n'],
    ['once for neighbours', [leaf('a', 'strikethrough', 'italic'), leaf('b', 'italic')], '*~~a~~b*\n'],
    ['in one order', [leaf('a', 'bold', 'italic'), leaf('b', 'italic', 'bold')], '**_ab_**\n'],
    ['around code', [leaf('a', 'code', 'bold')], '**`a`**\n'],
    [
      'with character references where stars would not be read',
      [leaf('x'), leaf(' a ', 'bold'), leaf('y')],
      '&#x78;**&#x20;a&#x20;**&#x79;\n',
    ],
    [
      'as elements where nothing else is read back',
      [leaf('a\n', 'bold'), leaf('b')],
      '<strong>a<br></strong>b\n',
    ],
    ['for nothing that is empty', [leaf('')], ''],
  ])('%s', (_, leaves, markdown) => {
    expect(paragraph(text(...leaves))).toBe(markdown)
  })

  test('marks are the same in a heading as in a paragraph', () => {
    expect(heading(text(leaf('x', 'bold'), leaf(' y')))).toBe('# **x** y\n')
  })

  test('marks span adjacent texts', () => {
    expect(paragraph(text(leaf('a', 'bold')), text(leaf('b', 'bold')), text(leaf('c')))).toBe('**ab**c\n')
  })
})

describe('writing line breaks', () => {
  test('a line break is a backslash in a paragraph, and an element in a heading', () => {
    expect(paragraph(text(leaf('a\nb')))).toBe('a\\\nb\n')
    expect(heading(text(leaf('a\nb')))).toBe('# a<br>b\n')
  })
})

describe('writing inline nodes', () => {
  test('links are written', () => {
    const words = text(leaf('a', 'bold'), leaf('b'))
    expect(paragraph(inline('link', { ref: url('x.md') }, words))).toBe('[**a**b](x.md)\n')
    expect(paragraph(inline('mention', { ref: url('x.md'), label: 'L' }))).toBe('[L](x.md "mention")\n')
    expect(paragraph(inline('mention', { ref: url('x.md') }))).toBe('[x.md](x.md "mention")\n')
  })

  test('images are written, as elements if Markdown cannot express them', () => {
    const imageBehind = (data: object) => paragraph(text(leaf('a ')), image(data))
    expect(imageBehind({ size: 'line', caption: 'q' })).toBe('a ![q](a.png)\n')
    expect(imageBehind({ size: 'line' })).toBe('a ![](a.png)\n')
    expect(imageBehind({ size: 'original', caption: 'q' })).toBe(
      'a <img src="a.png" alt="q" data-size="original">\n',
    )
    expect(imageBehind({ size: 'line', caption: 'q', refDark: url('d.png') })).toBe(
      'a <picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="q" data-size="line"></picture>\n',
    )
  })

  test('formulas are written on one line if a line break would be interpreted', () => {
    const between = (source: string) => [text(leaf('a ')), formula(source), text(leaf(' b'))]
    expect(paragraph(...between('x_1'))).toBe('a $$x_1$$ b\n')
    expect(paragraph(...between('x\n+ y'))).toBe('a&#32;$$x + y$$&#32;b\n')
    expect(heading(...between('x\n\n y'))).toBe('# a&#32;$$x y$$&#32;b\n')
  })
})
