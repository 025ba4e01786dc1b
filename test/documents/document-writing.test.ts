import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentFromMarkdown, markdownFromDocument } from '../../src/modules/documents/index.ts'

/** A tree without the keys of its nodes, columns, records and cells. */
function keyless(value: unknown): unknown {
  const names = new Map<string, string>()
  const text = JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner))
  const plain = text.replace(/\b[0-9a-f]{20}\b/g, (key) => {
    if (!names.has(key)) names.set(key, `key-${names.size}`)
    return names.get(key) ?? ''
  })
  return JSON.parse(plain)
}

function expectKept(markdown: string): string {
  const tree = documentFromMarkdown(markdown)
  const written = markdownFromDocument(tree)
  expect(keyless(documentFromMarkdown(written)), written).toEqual(keyless(tree))
  return written
}

const samples: Record<string, string> = {
  headings: '# A\n\n## A\n\n### B <a href="#own" id="own"></a>\n\n##### D',
  lists: '3. one\n   - two\n\n     more\n4. three\n\n- [x] done\n- [ ] open\n\n* a\n\n+ b',
  'quotes and dividers': '> a\n> > b\n\n---\n\n>\n',
  code: '```ts title="a b" {1,2}\na\n\n  {% hint %}\n```\n\n    indented\n\n````\n```\n````',
  'code in its tag':
    '{% code title="a.ts" overflow="wrap" lineNumbers="true" %}\n```ts\nx()\n```\n{% endcode %}',
  'raw html': '<script>\nalert(1)\n</script>\n\n<center>x</center>\n\n<!-- note -->',
  images: '![a](b)\n![][c]\n\n![d](e "caption")\n\n[c]: /d',
  figures:
    '<figure><img src="a.png" alt="x" width="375"><figcaption><p>Some <strong>words</strong> <kbd>K</kbd></p></figcaption></figure>\n\n<div align="center"><figure><img src="a"><figcaption></figcaption></figure> <figure><picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="b" alt="B"></picture><figcaption></figcaption></figure></div>',
  'images with a link':
    '<figure><a href="x.md?a&amp;b"><img src="a.png" alt="x" width="375"></a><figcaption><p>See <a href="y.md">y</a></p></figcaption></figure>\n\n<div align="center"><a href="/pages/pag_a1"><figure><picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="b"></picture><figcaption></figcaption></figure></a></div>\n\n[![a](b)](c.md)\n\n<a href="d.md"><img src="e.png" alt=""></a>',
  notes:
    'a[^n] [words](#user-content-fn-1)[^1] b[^n]\n\n[^n]: note[^1] **x**\n\n    more\n[^1]: one\n[^z]: alone',
  'a table': '| A | B |\n|:-:|---|\n| **x** | y \\| `c` |\n| z<br>w | |',
  'a table of cards':
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th><th data-type="checkbox">Done</th><th data-type="number">N</th><th data-type="select">Kind</th></tr></thead><tbody><tr><td><strong>One</strong> <a href="x.md">x</a></td><td><a href="one.md">one.md</a></td><td><a href="i.png">i.png</a></td><td>true</td><td>3</td><td><span>a</span><span>b</span></td></tr><tr><td><p>a</p><ul><li>b</li></ul></td><td></td><td></td><td>false</td><td></td><td></td></tr></tbody></table>',
  hints: '{% hint style="warning" icon="bolt" %}\n- b\n{% hint %}\nc\n{% endhint %}\n{% endhint %}\nd',
  tabs: '{% tabs %}\n{% tab title="A &quot;b&quot;" %}\n{% hint %}\nx\n{% endhint %}\n{% endtab %}\nstray\n{% tab title="C" %}\n{% endtab %}\n{% endtabs %}',
  steps: '{% stepper %}\n{% step %}\n### One\n\ntext\n{% endstep %}\n{% endstepper %}',
  columns:
    '{% columns %}\n{% column width="40%" valign="middle" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  cards:
    '{% embed url="https://a.b/c" %}\n\n{% embed url="https://a.b/d" %}\nwords\n{% endembed %}\n\n{% file src="/files/fil_abc" %}\n\n{% content-ref url="x.md" %}\n[x.md](x.md)\n{% endcontent-ref %}\n\n{% include "../includes/a.md" %}\n\n{% include "rus_abc" %}',
  conditions: '{% if visitor.claims.a == "b" && 1 < 2 %}\nyes\n{% endif %}',
  updates:
    '{% updates format="full" %}\n{% update date="2026-01-02" tags="a,b" %}\n## x\n{% endupdate %}\n{% endupdates %}',
  prompts: '{% prompt description="d" defaultExpanded="true" %}\nask\n{% endprompt %}',
  apis: '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[x](https://y.z)\n{% endopenapi-operation %}\n\n{% openapi-schemas spec="pets" schemas="A,B" grouped="true" %}\n\n{% swagger src="a.yaml" path="/x" method="post" %}\n\n{% openapi src="b.yaml" path="/x" method="post" %}\n{% endopenapi %}',
  integrations:
    '{% @mermaid/diagram content="graph TD\n" %}\n\n{% @github-files/github-code-block url="https://x.y" %}',
  expandables:
    '<details>\n\n<summary>More <strong>x</strong> `c`</summary>\n\nhidden\n\n<details open>\n<summary>In</summary>\nwords\n\n</details>\n\n</details>\n\n<details><summary>a</summary>b</details>',
  formulas: 'a $$x_1 * y_2$$ b \\$\\$no\\$\\$\n\n$$\n\\frac{a}{b}\n= c\n$$',
  inlines:
    '<code class="expression">space.vars.a_b + "*x*" + page.vars["c"]</code> <i class="fa-bolt">:bolt:</i> <a href="https://a.b" class="button secondary" data-icon="x">Go **on**</a> [p](x.md "mention") <img src="a.png" alt="q" data-size="line"> <mark style="color:red;">r</mark> <sup>1</sup>',
  'addresses in code': 'a `x@y.zz`<br>\n\na `www.a.bc`<br>\n\n<code>http://a.bc [b](http://a.bc)</code>',
  marks: '**a**_b_ **b *c `d`*** ~~e~~**f** a\\\nb <b onclick="x">d</b> \\*x\\*',
  'addresses in tags': 'a <!x@y.zz> b\n\n**a <?www.a.bc?>**b\n\na <foo t="x@y.zz">\n\na <!-- http://a.bc -->',
  'blank formulas': 'a $$ $$ b $$\t$$ c $$\n \n$$',
  'unknown and open tags':
    '{% wow %}\n\n{% hint %}\n\n{% endtab %}\n\na {% b %}\n\n{% tab title="x" %}\ny\n{% endtab %}',
  links:
    '[a](b) [c] https://d.e f@g.hi <https://x.y> [f](/files/fil_a1) [p](/pages/pag_a1#x) [e](<a b> "t")\n\n[c]: /c',
}

describe('writing a document', () => {
  test.each(Object.entries(samples))('%s are read back as they were', (_, markdown) => {
    const written = expectKept(markdown)
    // Converting the output again does not change it.
    expect(markdownFromDocument(documentFromMarkdown(written))).toBe(written)
  })

  test('text that is split into more leaves than necessary is written as if it were not', () => {
    const mark = (type: 'bold' | 'italic') => ({ object: 'mark' as const, type })
    const text = (words: string, ...marks: ReturnType<typeof mark>[]) => ({
      object: 'text' as const,
      leaves: [...words].map((letter) => ({ object: 'leaf' as const, text: letter, marks })),
    })
    const empty = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: '', marks: [] }] }
    const link = { object: 'inline', type: 'link', key: '', isVoid: false } as const
    const nodes = [
      text('See '),
      text('he ', mark('bold')),
      text('re', mark('italic'), mark('bold')),
      text(', '),
      empty,
      { ...link, data: { ref: { kind: 'url' as const, url: 'x.md' } }, nodes: [empty, text('a'), text('b')] },
      empty,
    ]
    const paragraph = { object: 'block', type: 'paragraph', key: '', isVoid: false, data: {}, nodes } as const
    const tree = { object: 'document' as const, data: { schemaVersion: 1 }, nodes: [{ ...paragraph, nodes }] }
    expect(markdownFromDocument(tree)).toBe('See **he _re_**, [ab](x.md)\n')
  })

  test('nested blocks are parsed to the same blocks', () => {
    const part = fc.constantFrom(...Object.values(samples))
    const wrap = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replace(/^/gm, '> '),
      (text: string) => `- ${text.replace(/\n/g, '\n  ')}`,
      (text: string) => `{% hint %}\n${text}\n\n{% endhint %}`,
      (text: string) => `{% tabs %}\n{% tab title="t" %}\n${text}\n\n{% endtab %}\n{% endtabs %}`,
      (text: string) => `<details>\n\n<summary>s</summary>\n\n${text}\n\n</details>`,
    )
    const document = fc
      .array(fc.tuple(part, wrap, wrap), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.map(([text, inner, outer]) => outer(inner(text))).join('\n\n'))
    fc.assert(
      fc.property(document, (markdown) => {
        expectKept(markdown)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('any marks and words in a line are parsed to the same nodes', () => {
    const piece = fc.constantFrom(
      ...'* ** _ __ ~~ ` `` [ ] ( ) ! < > & \\ | $ $$ # - + 1. { {% %} } : www.a.bc x@y.zz <b> </b> <br> <em> </em> &amp; &#42; a b word \n'.split(
        ' ',
      ),
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const markdown = `a ${pieces.join('')}`
        // An address in an unknown tag on a line of its own becomes a link.
        fc.pre(!/^\s*\{%.*(?:@|www)/m.test(markdown))
        expectKept(markdown)
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
