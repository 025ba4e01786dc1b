import { StepCounter } from './steps.ts'

/** A unit of every construct of the grammar, whole and half open. Repeated, they are the worst that a text can be. */
export const constructs: Readonly<Record<string, string>> = {
  quote: '> a\n>> b\n',
  'lazy line': '> a\nb\n',
  table: '|a|b|\n|-|-|\n',
  'table apart': '|a|b|\n|-|-|\n\n',
  footnote: '[^a]: [^a]\n',
  'footnote with a reference': 'x[^a]\n\n[^a]: b\n\n',
  'half a link': '[a](',
  'link with half a title': '[a](b "',
  'nested list': '- a\n  - b\n',
  'ordered list': '1. a\n',
  task: '- [ ] a\n',
  'list in a line': '- ',
  'quote in a line': '>',
  emphasis: '*a **b ',
  'crossed emphasis': '_a *b_ ',
  strikethrough: '~~a ~b ',
  autolink: '<http://a.b ',
  address: 'www.a.b ',
  email: 'a@b.c ',
  'inline HTML': '<b> </b>',
  'open HTML': '<b>',
  'block HTML': '<div>\n\n',
  details: '<details>\n',
  figure: '<figure><img src="a"></figure>\n',
  attribute: '<a href="',
  cell: '<table><tr><td>',
  comment: '<!-- ',
  'character data': '<![CDATA[',
  instruction: 'x <?',
  tag: '{% hint %}\na\n{% endhint %}\n',
  'half a tag': '{% a ',
  expression: '{{ a }} ',
  'half an expression': '{{',
  formula: '$$\na\n$$\n',
  'half a formula': '$$a',
  definition: '[a]: b\n',
  'half a definition': '[a]: b "c\n',
  reference: '[a][b] ',
  heading: '# a\n',
  'underlined heading': 'a\n=\n',
  'fenced code': '```\na\n```\n',
  'half a fence': '~~~~\n',
  'indented code': '    a\n\n',
  'inline code': '``a` ',
  'thematic break': '---\n',
  escape: '\\*',
  'character reference': '&amp;',
  image: '![a](b) ',
  'half an image': '![',
  bracket: ']',
  'hard break': 'a  \n',
  pipe: '|',
  'blank line': '\n',
  space: ' ',
  tab: '\t',
  'carriage return': 'a\r\n',
}

/** Twice the text takes at most this many times the steps. n log n is 2.2 at this length, n² is 4. */
const mostGrowth = 2.5
const length = 3_000

/** Those texts of which twice as much takes much more than twice the steps, with their growth. */
export async function thoseThatGrow(units: Iterable<readonly [string, string]>): Promise<string[]> {
  const counter = new StepCounter()
  // Only code that is compiled from here on is counted.
  await counter.start()
  try {
    const { readMarkdown } = await import('../../src/modules/documents/reading/from-markdown.ts')
    readMarkdown(Object.values(constructs).join('\n\n'))
    const found: string[] = []
    for (const [name, unit] of units) {
      const stepsAt = (size: number) =>
        counter.stepsOf(() => readMarkdown(unit.repeat(Math.ceil(size / unit.length))))
      const growth = (await stepsAt(2 * length)) / (await stepsAt(length))
      if (!(growth <= mostGrowth)) found.push(`${name}: ${growth.toFixed(1)}`)
    }
    return found
  } finally {
    await counter.stop()
  }
}
