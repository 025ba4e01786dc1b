import { describe, expect, it } from 'vitest'
import { ParsedPageCache, ParsedPages } from '../../src/modules/documents/threads/parsed-pages.ts'

const textOf = (markdown: string) =>
  new ParsedPages()
    .of(markdown)
    .sections.map(({ heading, text }) => `${heading?.title ?? ''} ${text}`)
    .join(' ')
const hrefsOf = (markdown: string) => new ParsedPages().of(markdown).links.links.map(({ href }) => href)

const tabs = '{% tabs %}\n{% tab title="First" %}\nInside [a](a.md)\n{% endtab %}\n{% endtabs %}'
const steps = '{% stepper %}\n{% step %}\n### Begin\n\nInside [a](a.md)\n{% endstep %}\n{% endstepper %}'
const columns = '{% columns %}\n{% column %}\nInside [a](a.md)\n{% endcolumn %}\n{% endcolumns %}'
const details = '<details>\n\n<summary>First</summary>\n\nInside [a](a.md)\n\n</details>'
const hint = '{% hint style="info" %}\nInside [a](a.md)\n{% endhint %}'
const table =
  '<table><thead><tr><th>First</th></tr></thead><tbody><tr><td>Inside <a href="a.md">a</a></td></tr></tbody></table>'
const note = 'Words[^1]\n\n[^1]: Inside [a](a.md)'
const caption = '<figure><img src="a.md" alt=""><figcaption>Inside</figcaption></figure>'

describe('the parsed text of a page', () => {
  it.each([
    ['tabs', tabs],
    ['steps', steps],
    ['columns', columns],
    ['expandables', details],
    ['hints', hint],
    ['tables of HTML', table],
    ['notes', note],
    ['captions', caption],
  ])('has the words and the links of %s', (_what, markdown) => {
    expect(textOf(markdown)).toContain('Inside')
    expect(hrefsOf(markdown)).toEqual(['a.md'])
  })

  it('has the titles of tabs and expandables, the code and the formulas', () => {
    const markdown = `${tabs}\n\n${details}\n\n\`\`\`\nprint(1)\n\`\`\`\n\n$$e = mc^2$$`
    for (const words of ['First', 'print(1)', 'e = mc^2']) expect(textOf(markdown)).toContain(words)
  })

  it('has the links of cards and of the titles of columns', () => {
    const cards =
      '<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead>' +
      '<tbody><tr><td>One</td><td><a href="one.md">one.md</a></td></tr></tbody></table>'
    expect(hrefsOf(cards)).toEqual(['one.md'])
    expect(hrefsOf('| [x](x.md) |\n|-|\n| y |')).toEqual(['x.md'])
  })

  it('is parsed once, whatever the front matter', async () => {
    const parsedPages = new ParsedPages(new ParsedPageCache())
    await parsedPages.readAhead(['---\ntitle: One\n---\nThe same body'])
    expect(parsedPages.of('---\ntitle: Two\n---\nThe same body')).toBe(parsedPages.of('The same body'))
  })

  it('is read once by its hash, also for several readers at the same time', async () => {
    const parsedPages = new ParsedPages(new ParsedPageCache(0))
    const reads: string[][] = []
    const read = async (hashes: readonly string[]) => {
      reads.push([...hashes])
      return new Map(hashes.map((hash) => [hash, `The text of ${hash}`]))
    }
    await Promise.all([parsedPages.readStored(['a', 'b'], read), parsedPages.readStored(['b', 'c'], read)])
    expect(reads).toEqual([['a', 'b'], ['c']])
    expect(parsedPages.ofStored('b').sections[0]?.text).toBe('The text of b')
    expect(parsedPages.ofStored(undefined).sections).toEqual([])
  })

  const first = 'The first body'
  const others = Array.from({ length: 9 }, (_, at) => `Another body ${at}`)

  it('is evicted by later entries, unless it was used in between', () => {
    const parsedPages = new ParsedPages(new ParsedPageCache(10_000))
    const [second = '', ...later] = others
    const reads = [first, second].map((text) => parsedPages.of(text))
    for (const other of later.slice(0, -1)) parsedPages.of(other)
    expect(parsedPages.of(first)).toBe(reads[0])
    parsedPages.of(later.at(-1) ?? '')
    expect(parsedPages.of(first)).toBe(reads[0])
    expect(parsedPages.of(second)).not.toBe(reads[1])
  })

  it('is kept by the caller that parsed it in advance', async () => {
    const recent = new ParsedPageCache(10_000)
    const parsedPages = new ParsedPages(recent)
    await parsedPages.readAhead([first])
    const read = parsedPages.of(first)
    await parsedPages.readAhead(others)
    expect(parsedPages.of(first)).toBe(read)
    expect(new ParsedPages(recent).of(first)).not.toBe(read)
  })
})
