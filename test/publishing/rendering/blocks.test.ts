import { describe, expect, it } from 'vitest'
import type { DocumentInput } from '../../../src/modules/site-rendering/views.ts'
import { rendered } from './samples.ts'

const htmlOf = (markdown: string, input: Partial<DocumentInput> = {}) => rendered(markdown, input).html

describe('text', () => {
  it.each([
    ['emphasis', '**a** *b* `c` ~~d~~', '<p><strong>a</strong> <em>b</em> <code>c</code> <del>d</del></p>'],
    ['marks of HTML', 'H<sub>2</sub>O <kbd>K</kbd>', '<p>H<sub>2</sub>O <kbd>K</kbd></p>'],
    ['named colours', '<mark style="color:red;">a</mark>', '<p><mark class="c-red">a</mark></p>'],
    ['text that looks like HTML', 'a \\<b> & "c"', '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>'],
    ['tags that only group text', 'a <center>b</center> <font color="red">c</font>', '<p>a b c</p>'],
    ['inline HTML without a mark', 'a <u>b</u> <your-name>', '<p>a <u>b</u> &lt;your-name&gt;</p>'],
    ['a comment of HTML in a line', 'a<!-- b --><!-- --> c', '<p>a c</p>'],
    ['names of emoji', 'a :smile: 10:20:30 `:smile:`', '<p>a 😄 10:20:30 <code>:smile:</code></p>'],
    ['bold text that ends with a space', '**a: **b', '<p><strong>a: </strong>b</p>'],
    ['bold text in brackets of its script', '前**「x」**後', '<p>前<strong>「x」</strong>後</p>'],
    ['a line break', 'a\\\nb', '<p>a<br>b</p>'],
    ['a list', '- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['a list that starts later', '3. a', '<ol start="3"><li>a</li></ol>'],
    ['a quote', '> a', '<blockquote><p>a</p></blockquote>'],
    ['a divider', 'a\n\n***', '<p>a</p><hr>'],
  ])('renders %s', (_name, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html)
  })

  it('closes tags that a text leaves open', () => {
    expect(htmlOf('a <u>b <small>c')).toBe('<p>a <u>b <small>c</small></u></p>')
  })

  it('renders tasks with their state', () => {
    const html = htmlOf('- [ ] a\n- [x] b')
    expect(html).toContain('aria-label="Open"')
    expect(html).toContain('aria-label="Done"')
  })

  it('leaves out unknown tags and conditions that were not evaluated', () => {
    expect(htmlOf('{% unknown x="1" %}\n\n{% if visitor.claims.a %}\nsecret\n{% endif %}')).toBe('')
  })

  it('renders footnotes below the text, each once', () => {
    const html = htmlOf('a[^x] b[^x]\n\n[^x]: The note.')
    expect(html.match(/The note\./g)).toHaveLength(1)
    expect(html).toContain('href="#note:1"')
    expect(html).toContain('role="doc-endnotes"')
  })
})

describe('media in a line', () => {
  it.each([
    'a <video src="https://example.com/clip.mp4"></video> b',
    'a <video controls><source src="https://example.com/clip.mp4"></video> b',
    'a <iframe src="https://example.com/clip.mp4"></iframe> b',
  ])('%s is a card that leads to it', (markdown) => {
    expect(htmlOf(markdown)).toMatch(/^<p>a<\/p><a href="https:\/\/example.com\/clip.mp4".*<\/a><p>b<\/p>$/)
  })
})

describe('headings', () => {
  it('have anchors and are the outline of the page', () => {
    const { html, outline } = rendered('## One\n\n### Two\n\ntext')
    expect(html).toContain(
      '<h2 id="one">One<a class="anchor" href="#one" aria-label="Link to “One”">#</a></h2>',
    )
    expect(outline).toEqual([
      { id: 'one', title: 'One', level: 2 },
      { id: 'two', title: 'Two', level: 3 },
    ])
  })

  it('begin at level 2, because the title of the page is the only one of level 1', () => {
    expect(htmlOf('# One\n\n## Two')).toMatch(/<h2 id="one">.*<h3 id="two">/)
  })
})

describe('links', () => {
  it('lead to the resolved address', () => {
    expect(htmlOf('[a](other.md)')).toBe('<p><a href="/docs/target">a</a></p>')
    expect(htmlOf('a <a href="other.md">b')).toContain('<a href="/docs/target">b')
  })

  it('are text when they are broken', () => {
    expect(htmlOf('[a **b**](broken.md)')).toBe('<p>a <strong>b</strong></p>')
  })

  it('keep anchors of the page and complete addresses', () => {
    expect(htmlOf('[a](#b) [c](https://example.com) [d](mailto:a@b.c)')).toBe(
      '<p><a href="#b">a</a> <a href="https://example.com" rel="noopener">c</a> <a href="mailto:a@b.c" rel="noopener">d</a></p>',
    )
  })

  it('to other sites open in a new window if the site says so', () => {
    expect(htmlOf('[a](https://example.com)', { externalTarget: 'blank' })).toContain(
      'target="_blank" rel="noopener noreferrer"',
    )
  })

  it('are buttons and mentions', () => {
    expect(htmlOf('<a href="x.md" class="button secondary">Go</a>')).toBe(
      '<p><a href="/docs/target" class="button secondary">Go</a></p>',
    )
    const mention = '<p><a href="/docs/target" class="mention">Target</a></p>'
    expect(htmlOf('[](x.md "mention")')).toBe(mention)
    expect(htmlOf('[x.md](x.md "mention")')).toBe(mention)
  })
})

describe('blocks', () => {
  it('renders a hint as a note with its kind', () => {
    const html = htmlOf('{% hint style="danger" %}\na\n{% endhint %}')
    expect(html).toMatch(
      /^<div class="hint danger" role="note" aria-label="Danger"><svg.*<p>a<\/p><\/div><\/div>$/,
    )
  })

  it('renders tabs whose panels have titles without a script', () => {
    const html = htmlOf(
      '{% tabs %}\n{% tab title="A" %}\none\n{% endtab %}\n{% tab title="B" %}\ntwo\n{% endtab %}\n{% endtabs %}',
    )
    expect(html).toContain('role="tablist"')
    expect(html).toContain(
      '<button type="button" role="tab" id="tabs:1:0" aria-controls="tabs:1:0:panel" aria-selected="true">A</button>',
    )
    expect(html).toContain('aria-labelledby="tabs:1:1"><p class="panel-title">B</p><p>two</p></div>')
  })

  it('renders steps, columns and expandable blocks', () => {
    expect(htmlOf('{% stepper %}\n{% step %}\na\n{% endstep %}\n{% endstepper %}')).toBe(
      '<ol class="steps"><li><p>a</p></li></ol>',
    )
    expect(
      htmlOf('{% columns %}\n{% column width="25%" valign="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}'),
    ).toBe('<div class="columns"><div class="column span-3 middle"><p>a</p></div></div>')
    expect(htmlOf('<details>\n\n<summary>Why?</summary>\n\na\n\n</details>')).toMatch(
      /<details class="expandable"><summary id="why">.*<span>Why\?<\/span><\/summary><div class="inside"><p>a<\/p>/,
    )
  })

  it('renders updates with their date in the language of the interface', () => {
    const text =
      '{% updates %}\n{% update date="2026-03-05" tags="new" %}\na\n{% endupdate %}\n{% endupdates %}'
    expect(htmlOf(text, { locale: 'de' })).toContain(
      '<time datetime="2026-03-05">5. März 2026</time><span class="tag">new</span>',
    )
  })

  it('highlights code on the server, with marked and numbered lines', () => {
    const html = htmlOf(
      '{% code title="a.js" lineNumbers="true" %}\n```js\nconst a = "<b>"\n```\n{% endcode %}',
    )
    expect(html).toContain('<figure class="code numbered"><figcaption>a.js</figcaption><pre tabindex="0">')
    expect(html).toContain('<i class="k">const</i> a = <i class="s">&quot;&lt;b&gt;&quot;</i>')
  })

  it('marks the lines of a diff that were added and removed', () => {
    const html = htmlOf('```diff\n--- a/x\n+++ b/x\n-old\n+new\n same\n```')
    const rows = [...html.matchAll(/<span class="(line[^"]*)">/g)].map(([, classes]) => classes)
    expect(rows).toEqual(['line', 'line', 'line removed', 'line added', 'line'])
  })

  it('does not highlight long code or unknown languages', () => {
    expect(htmlOf(`\`\`\`js\n${'const a = 1\n'.repeat(3_000)}\`\`\``)).not.toContain('<i ')
    expect(htmlOf('```nonsense\nconst a\n```')).toContain('<code>const a</code>')
  })

  it('keeps the lines of tokens that span several', () => {
    const html = htmlOf('{% code lineNumbers="true" %}\n```js\n/* a\nb */\n```\n{% endcode %}')
    expect(html).toContain('<i class="c">/* a</i>\n</span><span class="line"><i class="c">b */</i>')
  })

  it('renders formulas as MathML without styles, and invalid ones as text', () => {
    const html = htmlOf('$$\n\\frac{a}{b}\n$$')
    expect(html).toContain('<math')
    expect(html).not.toContain('style=')
    expect(htmlOf('a $$\\frac{$$')).toContain('<code class="formula">\\frac{</code>')
  })

  it('renders images with their size, a caption and a variant for the dark theme', () => {
    const figure =
      '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="A" width="400"></picture><figcaption><p>Words</p></figcaption></figure>'
    const html = htmlOf(`${figure}\n\n${figure}`)
    // Readers of both themes see the first at once.
    expect(html.match(/<img/g)).toHaveLength(4)
    expect(html.match(/loading="lazy"/g)).toHaveLength(2)
    expect(html).toContain(
      'class="zoom on-light" src="/~files/1/file.png" alt="A" width="400" height="200" loading="lazy"',
    )
    expect(html).toContain('class="zoom on-dark"')
    expect(html).toContain('<figcaption><p>Words</p></figcaption>')
  })

  it('loads the first image at once and the others when they are near', () => {
    const html = htmlOf('![One](a.png)\n\nWords.\n\n![Two](b.png)\n')
    const images = [...html.matchAll(/<img[^>]*>/g)].map(([image]) => image)
    expect(images.map((image) => image.includes('loading="lazy"'))).toEqual([false, true])
    expect(images[0]).toContain('width="800" height="400"')
  })

  it('shows the text of an image that is gone, and a link to one on another host', () => {
    expect(htmlOf('![words](broken.png)')).toContain('words</span>')
    const html = htmlOf('![words](https://example.com/a.png)')
    expect(html).not.toContain('<img')
    expect(html).toContain('href="https://example.com/a.png"')
  })

  it('renders files, content references and embeds as links that load nothing', () => {
    expect(htmlOf('{% file src="a.pdf" %}')).toContain('<strong>file.png</strong><small>12.3 kB</small>')
    expect(htmlOf('{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}')).toContain(
      '<strong>Target</strong><small>What it is about.</small>',
    )
    const embed = htmlOf('{% embed url="https://www.youtube.com/watch?v=1" %}')
    expect(embed).not.toContain('<iframe')
    expect(embed).toContain('Open on youtube.com')
  })

  it('renders a block of an integration that cannot run as a card or as its text', () => {
    const url = 'https://www.figma.com/file/1'
    for (const text of [`{% @figma/embed url="${url}" %}`, `{% @figma/embed\nurl="${url}" %}`]) {
      const card = htmlOf(text)
      expect(card).toMatch(
        /^<a href="https:\/\/www\.figma\.com\/file\/1"[^>]* class="card-link-row" data-frame="[^>]*>.*<\/a>$/,
      )
      expect(card).toContain('Open on figma.com')
    }
    expect(htmlOf('{% @mermaid/diagram content="A --> B" %}')).toContain('<code>A --&gt; B</code>')
  })

  it.each([
    ['a code block', '```mermaid\nA --> B\n```'],
    ['a block of an integration', '{% @mermaid/diagram content="A --> B" %}'],
  ])('renders a diagram as its source, with the frame that draws it: %s', (_name, text) => {
    expect(htmlOf(text)).toBe('<figure class="code"><pre tabindex="0"><code>A --&gt; B</code></pre></figure>')
    expect(htmlOf(text, { diagramFrame: '/docs/~assets/f.html' })).toBe(
      '<figure class="code diagram" data-diagram="/docs/~assets/f.html" data-diagram-title="Diagram"><pre tabindex="0"><code>A --&gt; B</code></pre></figure>',
    )
  })

  it('renders a diagram that is too long to draw as its source', () => {
    const text = `\`\`\`mermaid\n${'a'.repeat(50_001)}\n\`\`\``
    expect(htmlOf(text, { diagramFrame: '/docs/~assets/f.html' })).toContain('<figure class="code"><pre')
  })

  it('renders a block of an integration as a sandboxed frame where it can run', () => {
    const text = '{% @weather/today city="Bern" %}'
    expect(htmlOf(text)).toBe('')
    expect(htmlOf(text, { frames: { 'weather/today': '/docs/~blocks/weather/today' } })).toBe(
      '<iframe class="integration" src="/docs/~blocks/weather/today#%7B%22city%22%3A%22Bern%22%7D" title="weather / today" sandbox="allow-scripts" loading="lazy" referrerpolicy="no-referrer"></iframe>',
    )
  })
})

describe('tables', () => {
  it('have a header, alignment and a region that scrolls', () => {
    const html = htmlOf('| A | B |\n|---|--:|\n| a | 1 |')
    expect(html).toContain('<div class="table" role="group" tabindex="0" aria-label="Table">')
    expect(html).toContain('<th scope="col">A</th><th scope="col" class="to-right">B</th>')
    expect(html).toContain('<tr><td>a</td><td class="to-right">1</td></tr>')
  })

  it('have columns for sentences, which are not squeezed', () => {
    const html = htmlOf(`| A | B |\n|---|---|\n| a | ${'Some words. '.repeat(8)} |`)
    expect(html).toContain('<th scope="col">A</th><th scope="col" class="long">B</th>')
  })

  it('and other HTML have no deprecated attributes for alignment', () => {
    const html = htmlOf('<p align="center">In the middle</p>\n')
    expect(html).toContain('<p class="to-center">In the middle</p>')
    expect(html).not.toContain('align=')
  })

  it('are cards whose first text is the link of the card', () => {
    const cells = '<td><strong>One</strong></td><td>Words</td><td><a href="one.md">one.md</a></td>'
    const head = '<th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th>'
    const html = htmlOf(
      `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`,
    )
    expect(html).toContain('<li class="card linked">')
    expect(html).toContain('<a href="/docs/target" class="card-link"><strong>One</strong></a>')
    expect(html).toContain('<div class="card-text">Words</div>')
  })

  it('have no link within the link of a card', () => {
    const head = '<th></th><th data-hidden data-card-target data-type="content-ref"></th>'
    const cells = '<td><a href="two.md">Two</a></td><td><a href="one.md">one.md</a></td>'
    const html = htmlOf(
      `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`,
    )
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  it('show checkboxes, ratings, choices and references', () => {
    const head = ['checkbox', 'rating', 'select', 'content-ref'].map(
      (type) => `<th data-type="${type}">${type}</th>`,
    )
    const cells = ['true', '4', '<span>a</span>', '<a href="x.md">x</a>'].map((cell) => `<td>${cell}</td>`)
    const html = htmlOf(
      `<table><thead><tr>${head.join('')}</tr></thead><tbody><tr>${cells.join('')}</tr></tbody></table>`,
    )
    expect(html).toContain('aria-label="Done"')
    expect(html).toContain('aria-label="4 out of 5">★★★★☆')
    expect(html).toContain('<span class="tag">a</span>')
    expect(html).toContain('<a href="/docs/target">Target</a>')
  })
})
