import { describe, expect, it } from 'vitest'
import { readLinks } from '../../src/modules/documents/extraction/links.ts'
import { sectionsOf } from '../../src/modules/documents/extraction/sections.ts'
import { documentFromMarkdown } from '../../src/modules/documents/reading/from-markdown.ts'
import { anchorMeant } from '../../src/modules/links/anchors.ts'

const linksIn = (markdown: string) => readLinks(markdown).links
const hrefs = (markdown: string) => linksIn(markdown).map(({ href }) => href)

describe('links in a text', () => {
  it.each([
    ['inline links and images', '[a](b.md) and ![i](i.png)', ['b.md', 'i.png']],
    ['images that stand alone', '![i](i.png)', ['i.png']],
    ['a linked image', '[![i](i.png)](b.md)', ['i.png', 'b.md']],
    [
      'a linked figure',
      '<figure><a href="b.md"><img src="i.png"></a><figcaption><a href="c.md">c</a></figcaption></figure>',
      ['i.png', 'b.md', 'c.md'],
    ],
    ['links by reference', '[a][r] and [r]\n\n[r]: b.md', ['b.md', 'b.md']],
    [
      'addresses in brackets and bare',
      '<https://a.example> www.b.example',
      ['https://a.example', 'http://www.b.example'],
    ],
    [
      'links in lists, quotes and tables',
      '- [a](1.md)\n\n> [b](2.md)\n\n|x|\n|-|\n|[c](3.md)|',
      ['1.md', '2.md', '3.md'],
    ],
    ['inline HTML', 'x <a href="b.md?x&amp;y">y</a> <img src=i.png>', ['b.md?x&y', 'i.png']],
    ['blocks of HTML', "<table><tr><td><a href='b.md'>x</a></td></tr></table>", ['b.md']],
    [
      'tags',
      '{% file src="f.pdf" %}\n{% embed url="https://a.example" %}\n{% include "i.md" %}',
      ['f.pdf', 'https://a.example', 'i.md'],
    ],
    [
      'a card and its text once',
      '{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}',
      ['b.md'],
    ],
  ])('are found in %s', (_what, markdown, found) => {
    expect(hrefs(markdown)).toEqual(found)
  })

  it.each([
    ['code', '`[a](b.md)` and\n\n```\n[a](b.md)\n{% include "x" %}\n```'],
    ['escaped HTML', '\\<a href="b.md">'],
    ['comments and scripts', '<!-- <a href="b.md"> -->\n\n<script>"<a href=b.md>"</script>'],
    ['front matter', '---\ncover: https://a.example/x.png\n---\n\nText'],
    ['unused definitions', '[r]: b.md'],
    ['images in the address itself', '![x](data:image/png;base64,AAAA)'],
    ["a heading's own mark", '# T <a href="#t" id="t"></a>'],
  ])('are not found in %s', (_what, markdown) => {
    expect(hrefs(markdown)).toEqual([])
  })

  it('keep their keys when something else on the page changes', () => {
    const [before] = linksIn('One.\n\n[a](b.md)')
    const [after] = linksIn('---\ntitle: x\n---\nTwo, and more.\n\nOther.\n\n[a](b.md)')
    expect(after?.nodeKey).toBe(before?.nodeKey)
  })

  it('point to headings and to named anchors of the page', () => {
    const { anchors } = readLinks('## Foo & Bar\n\n<a id="there"></a>')
    const found = ['foo-bar', 'foo--bar', 'there', 'nowhere'].map((anchor) => anchorMeant(anchors, anchor))
    expect(found).toEqual(['foo-bar', 'foo-bar', 'there', null])
  })

  it.each([
    ["## What's new?", 'whats-new', 'what-s-new'],
    ['## Release 4.9', 'release-49', 'release-4.9'],
    ['## 8.16.5 (2024-01-02)', '8-16-5-2024-01-02', 'id-8.16.5-2024-01-02'],
    ['## C++ & more', 'c--more', 'c++-more'],
    ['## Setup\n\n## Setup', 'setup-1', 'setup-1'],
    ['<details>\n\n<summary>How **much**?</summary>\n\nA lot.\n\n</details>', 'how-much', 'how-much'],
    ['<details><summary>In one line</summary>Text</details>', 'in-one-line', 'in-one-line'],
    ['## 日本語', 'x', null],
  ])('%s can be written as #%s', (markdown, written, meant) => {
    expect(anchorMeant(readLinks(markdown).anchors, written)).toBe(meant)
  })

  it('are unknown on a page that includes other content', () => {
    const { anchors } = readLinks('## Own\n\n{% include "i.md" %}')
    expect(anchorMeant(anchors, 'of-the-include')).toBe('of-the-include')
  })

  it('are extracted from a page up to a limit', () => {
    expect(linksIn(`<p>${'<a href="b.md">'.repeat(6_000)}</p>`)).toHaveLength(5_000)
  })
})

it('the extraction of words finds the words of a block of an API', () => {
  const block = '{% openapi-operation spec="a" path="/x" method="get" %}\nWords\n{% endopenapi-operation %}'
  expect(JSON.stringify(sectionsOf(documentFromMarkdown(block)))).toContain('Words')
})
