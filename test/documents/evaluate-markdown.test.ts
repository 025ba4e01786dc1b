import { describe, expect, test } from 'vitest'
import { evaluateMarkdown } from '../../src/modules/documents/expressions/evaluate-markdown.ts'

const scope = {
  space: { vars: { name: 'Quire', wild: '*a* <b> [c](d)', two: 'a\nb' } },
  page: { vars: { level: 'pro' } },
}

const said = (source: string, included: Readonly<Record<string, string>> = {}) =>
  evaluateMarkdown(source, { scope, include: (target) => included[target] ?? null })

const expression = (source: string) => `<code class="expression">${source}</code>`

describe('expressions in a text', () => {
  test('are replaced by their value, of the space and of the page', () => {
    const source = `# ${expression('space.vars.name')}\n\nfor **${expression(' page.vars.level ')}** and ${expression('1 + 2')}`
    expect(said(source)).toBe('# Quire\n\nfor **pro** and 3')
  })

  test('are evaluated in lists, quotes, footnotes, links and tables of both kinds', () => {
    const one = expression('page.vars.level')
    const source = `- ${one}\n\n> ${one}\n\n[${one}](x) a[^n]\n\n[^n]: ${one}\n\n| a |\n|---|\n| ${one} |\n\n<table><tr><th>${one}</th></tr></table>`
    expect(said(source)).toBe(source.replaceAll(one, 'pro'))
  })

  test('are replaced by plain text, whatever its meaning in Markdown', () => {
    const text = said(`a ${expression('space.vars.wild')} ${expression('space.vars.two')}`)
    expect(text).not.toMatch(/[*<>[\]]|\n/)
    expect(text).toContain('&#42;a&#42;')
  })

  test('can be written with character references', () => {
    expect(said(expression('1 &lt; 2 &amp;&amp; &quot;a&quot;'))).toBe('a')
  })

  test.each([
    ['of a name that is not there', expression('space.vars.none')],
    ['of what is no text', expression('space.vars')],
    ['that cannot be read', expression('a b')],
    ['that call', expression('constructor.constructor("return 1")()')],
    ['that never end', '<code class="expression">space.vars.name'],
    [
      'that never end in a table',
      '<table><tr><td><code class="expression">space.vars.name</td></tr></table>',
    ],
    ['in a span of code', `\`${expression('space.vars.name')}\``],
    ['in a block of code', `\`\`\`\n${expression('space.vars.name')}\n{% if false %}\n{% endif %}\n\`\`\``],
    ['in indented code', `    ${expression('space.vars.name')}`],
    ['in front matter', `---\ntitle: ${expression('space.vars.name')}\n---\n\na`],
    ['in braces, which are none', '{{ space.vars.name }} {{ expression'],
    ['of another class', '<code class="other">space.vars.name</code> expression'],
  ])('%s stay as written', (_, source) => {
    expect(said(source)).toBe(source)
  })
})

describe('conditions in a text', () => {
  test('show their content if they are true and hide it if not', () => {
    const source =
      'a\n\n{% if page.vars.level == "pro" %}\nyes\n{% endif %}\n{% if page.vars.level == "x" %}\nno\n{% endif %}\nb\n'
    expect(said(source)).toBe('a\n\nyes\nb\n')
  })

  test('can have parentheses around them', () => {
    expect(said('{% if (page.vars.level == "pro" || false) %}\nyes\n{% endif %}')).toBe('yes\n')
  })

  test('hide their content if they cannot be evaluated', () => {
    for (const condition of ['none', 'a b', 'page.vars.none.more', 'eval("1")', ''])
      expect(said(`a\n{% if ${condition} %}\nno\n{% endif %}\nb`)).toBe('a\nb')
  })

  test('can be nested, and a hidden one hides those inside it', () => {
    const source =
      '{% if true %}\none\n{% if false %}\ntwo\n{% if true %}\nthree\n{% endif %}\n{% endif %}\n{% if true %}\nfour\n{% endif %}\n{% endif %}\nfive'
    expect(said(source)).toBe('one\nfour\nfive')
  })

  test('contain expressions, other tags and includes', () => {
    const source = `{% if true %}\n{% hint %}\n${expression('space.vars.name')}\n{% endhint %}\n{% include "x" %}\n{% endif %}`
    expect(said(source, { x: 'in' })).toBe('{% hint %}\nQuire\n{% endhint %}\nin\n')
  })

  test('stay within a quote or a list', () => {
    expect(said('> {% if false %}\n> no\n> {% endif %}\n> yes')).not.toContain('no')
    expect(said('- a\n\n  {% if true %}\n  yes\n  {% endif %}\n')).toContain('  yes')
  })

  test.each([
    ['an open one', '{% if true %}\na'],
    ['an end of none', 'a\n\n{% endif %}\nb'],
    ['one that another tag crosses', '{% hint %}\n{% if false %}\n{% endhint %}\na\n{% endif %}'],
  ])('%s stays as written', (_, source) => {
    expect(said(source)).toBe(source)
  })

  const hide = (words = 'hidden') => `{% if false %}${words}{% endif %}`
  test.each([
    ['of a paragraph', `a ${hide()} b`, 'a  b'],
    ['of a heading', `## a ${hide()}\n\nb`, '## a \n\nb'],
    ['of an underlined heading', `a ${hide()}\n===`, 'a \n==='],
    ['of a list', `- a\n- ${hide()} b`, '- a\n-  b'],
    ['of a footnote', `a[^n]\n\n[^n]: b ${hide()}`, 'a[^n]\n\n[^n]: b '],
    ['of a cell', `| a |\n|---|\n| ${hide()} b |`, '| a |\n|---|\n|  b |'],
    ['of a link and of an image', `[a ${hide()}](x) ![b ${hide()}](y)`, '[a ](x) ![b ](y)'],
    ['of HTML', `<table><tr><td>a ${hide()}</td></tr></table>`, '<table><tr><td>a </td></tr></table>'],
    ['of an attribute', `a <u title="${hide()}">b</u>`, 'a <u title="">b</u>'],
    ['of quoted HTML', `> <div>\n> ${hide()}a\n> </div>`, '> <div>\n> a\n> </div>'],
    ['over paragraphs', 'a {% if false %}hidden\n\nhidden{% endif %} b', 'a  b'],
    ['over a cell with blank lines', '<td>{% if false %}\n\nhidden\n\n{% endif %}</td>', '<td></td>'],
    ['with a condition over two lines', '> a {% if\n> false %}hidden{% endif %} b', '> a  b'],
    [
      'with the character that divides cells',
      '|a|\n|-|\n|{% if false || none %}hidden{% endif %}|',
      '|a|\n|-|\n||',
    ],
    ['with an escaped one', '|a|\n|-|\n|{% if false \\|\\| true %}a{% endif %}|', '|a|\n|-|\n|a|'],
    ['that crosses emphasis', `**a {% if false %}hidden** hidden{% endif %} b`, '**a  b'],
    ['with other tags', `{% if false %}{% hint %}hidden{% endhint %}{% endif %}a`, 'a'],
    ['inside of another', `{% if true %}a ${hide()}b{% endif %}`, 'a b'],
    ['behind a byte order mark', `\uFEFFa ${hide()}`, '\uFEFFa '],
    ['behind more marks than are parsed', `${'*a '.repeat(5000)}${hide()}`, '*a '.repeat(5000)],
    ['without an end in a heading', '## a {% if false %}hidden\n\nb', '## a \n\nb'],
    ['that is met', 'a {% if true %}b{% endif %} c', 'a b c'],
    ['in code', 'a `{% if false %}b{% endif %}`', 'a `{% if false %}b{% endif %}`'],
    ['that is escaped', 'a \\{% if false %}b', 'a \\{% if false %}b'],
  ])('can be a part of a line: %s', (_, source, result) => {
    expect(said(source)).toBe(result)
  })

  test('can be nested as deeply as a text has lines', () => {
    const deep = 2000
    expect(said(`${'{% if true %}\n'.repeat(deep)}word\n${'{% endif %}\n'.repeat(deep)}`)).toBe('word\n')
  })
})

describe('includes in a text', () => {
  test('insert the evaluated text without its front matter', () => {
    const inner = `---\ntitle: x\n---\n\n${expression('space.vars.name')}\n\n{% include 'y' %}\n`
    expect(said('a\n\n{% include "x" %}\n\nb', { x: inner, y: 'deep' })).toBe('a\n\nQuire\n\ndeep\n\nb')
  })

  test('keep their lines in a quote or list', () => {
    expect(said('> {% include "x" %}', { x: 'a\nb' })).toBe('> a\n> b')
    expect(said('- {% include "x" %}', { x: 'a\nb' })).toBe('- a\n  b')
  })

  test('between words are paragraphs of their own', () => {
    expect(said('> a {% include "x" %} b', { x: 'c\nd' })).toBe('> a \n> \n> c\n> d\n> \n>  b')
  })

  test('of missing contents, of themselves and in a cycle stay as written', () => {
    expect(said('{% include "none" %}')).toBe('{% include "none" %}')
    expect(said('{% include "x" %}', { x: 'a\n\n{% include "x" %}' })).toBe('a\n\n{% include "x" %}')
    const ring = { x: '{% include "y" %}', y: '{% include "x" %}' }
    expect(said('{% include "x" %}', ring)).toBe('{% include "x" %}')
  })

  test('insert text up to a limit', () => {
    const include = '{% include "x" %}\n\n'
    const text = said(include.repeat(5), { x: 'a'.repeat(900_000) })
    expect(text.length).toBeLessThan(2_000_000)
    expect(text.endsWith(include.repeat(3))).toBe(true)
  })

  test('of many lines are left out if a deep quote would make them long', () => {
    const source = `${'1234567. > '.repeat(16)}{% include "x" %}`
    expect(said(source, { x: `a${'\n'.repeat(200_000)}b` })).toBe(source)
  })

  test('and expressions have one limit together', () => {
    const cell = `<td>${expression('space.vars.long')}</td>`
    const source = `<table><tr>${cell.repeat(60)}</tr></table>`
    const long = { space: { vars: { long: '*'.repeat(9000) } } }
    const text = evaluateMarkdown(source, { scope: long, include: () => null })
    expect(text.length).toBeLessThan(2_100_000)
    expect(text).toContain(`${cell}</tr>`)
  })
})
