import { describe, expect, it } from 'vitest'
import { importContent } from '../../src/modules/import/import-content.ts'
import { importSources, knownSources } from '../../src/modules/import/sources.ts'
import { importCounts } from '../../src/modules/import/storable.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { importFrom, refusalOf } from '../support/imports.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(pixel, 'base64')
const html = (body: string) => ({ type: 'text/html; charset=utf-8', body })

const convert = async (body: string) => {
  const { pages, origin } = await importFrom({ '/d/page.html': html(body) }, 'html', '/d/page.html')
  return (pages[0]?.markdown ?? '').replaceAll(origin, 'http://site')
}

describe('HTML', () => {
  it('becomes markdown with its structure', async () => {
    const markdown = await convert(`<!doctype html><html><head><title>Head title</title></head><body>
      <nav><a href="/x">Menu</a></nav>
      <main><h1>Real <em>title</em><a class="headerlink" href="#real">¶</a></h1>
      <p>Text with <b>bold</b>, <a href="../other.html#a">a link</a> and <a href="#here">here</a>.</p>
      <h2 id="x">Second</h2><ul><li>one<ul><li>two</li></ul></li></ul><ol start="3"><li>three</li></ol>
      <pre class="highlight"><code class="language-js hljs">let a = '&lt;b&gt;'\n</code></pre>
      <div class="highlight-source-rust"><pre>fn main() {}</pre></div>
      <pre><code data-lang="ruby">puts 1</code></pre>
      <table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td>1</td><td>2 | 3</td></tr></tbody></table>
      <blockquote>quote</blockquote><p><img src="img/a b.png" alt="Alt" onerror="alert(1)"></p></main>
      <footer>Foot</footer></body></html>`)
    expect(markdown).toBe(`# Real _title_

Text with **bold**, [a link](http://site/other.html#a) and [here](#here).

## Second

* one
  * two

3. three

\`\`\`js
let a = '<b>'
\`\`\`

\`\`\`rust
fn main() {}
\`\`\`

\`\`\`ruby
puts 1
\`\`\`

| A |      B |
| - | -----: |
| 1 | 2 \\| 3 |

> quote

![Alt](http://site/d/img/a%20b.png)
`)
  })

  it('loses scripts, external resources and hidden content', async () => {
    const markdown = await convert(`<body onload="evil()"><h1>T</h1>
      <script>evil()</script><style>evil{}</style><iframe src="http://evil"></iframe><noscript>evil</noscript>
      <object data="evil"><p>evil</p></object><embed src="evil"><svg><script>evil()</script></svg><math><mi>evil</mi></math>
      <form action="evil"><input value="evil"><button>evil</button><textarea>evil</textarea></form>
      <template>evil</template><p hidden>evil</p><p aria-hidden="true">evil</p><!-- evil --><base href="http://evil/">
      <a href="javascript:evil()">link</a> <a href=" java\nscript:evil()">link</a> <a href="vbscript:evil">link</a>
      <img src="javascript:evil()"><img src="data:text/html,evil"><p onclick="evil()" style="evil">kept</p>
      &lt;script&gt;shown()&lt;/script&gt;`)
    expect(markdown).not.toMatch(/evil|javascript/i)
    expect(markdown).toContain('kept')
    expect(markdown).toContain('\\<script>shown()')
  })

  it('with one article is imported as that article, and its title is that of the head without a heading', async () => {
    const markdown = await convert(
      '<title>Head</title><meta property="og:title" content="Open"><p>around</p><article><p>inside</p></article>',
    )
    expect(markdown).toBe('# Open\n\ninside\n')
  })

  it('is decoded with its declared encoding', async () => {
    const body = Buffer.from('<meta charset="windows-1252"><h1>Gr\xfc\xdfe</h1>', 'latin1')
    const { pages } = await importFrom({ '/x.html': { body } }, 'html', '/x.html')
    expect(pages[0]).toMatchObject({ title: 'Grüße', slug: 'gruße' })
  })

  it('with embedded images imports them as files', async () => {
    const src = `data:image/png;base64,${pixel}`
    const content = await importFrom(
      { '/x.html': html(`<h1>T</h1><img src="${src}"><img src="${src}">`) },
      'html',
      '/x.html',
    )
    expect(content.files).toMatchObject([
      { path: 'x-images/image-1.png', name: 'image-1.png', contentType: 'image/png' },
    ])
    expect(content.files[0]?.bytes.equals(png)).toBe(true)
    expect(content.pages[0]?.markdown.match(/!\[\]\(x-images\/image-1\.png\)/g)).toHaveLength(2)
  })

  it.each([
    ['nested too deeply', `${'<div>'.repeat(5000)}x`],
    [
      'tangled so that it grows',
      `${Array.from({ length: 2000 }, (_, id) => `<b id=${id}>`).join('')}${'<p>x'.repeat(2000)}`,
    ],
  ])('that is %s is rejected', async (_what, body) => {
    expect((await refusalOf(convert(body))).about).toBe('page.html')
  })

  it('that is too large is rejected', async () => {
    const site = { '/x.html': html('x'.repeat(101)) }
    expect((await refusalOf(importFrom(site, 'html', '/x.html', { pageBytes: 100 }))).about).toBe('x.html')
    expect((await refusalOf(importFrom(site, 'html', '/x.html', { sourceBytes: 100 }))).about).toBe('url')
  })
})

describe('a website', () => {
  it('becomes one page with its images as files; images that cannot be fetched are kept as links and counted', async () => {
    const content = await importFrom(
      {
        '/docs/':
          html(`<title>Docs</title><meta name="description" content="All of it"><main><p>See <a href="next">next</a></p>
          <img src="/a.png"><img src="/a.png"><img src="gone.png"><img src="http://127.0.0.1:1/x.png"><img src="/page.png"></main>`),
        '/a.png': png,
        '/page.png': html('<script>evil()</script>'),
      },
      'website',
      '/docs/',
    )
    const [page] = content.pages
    expect(content.pages).toHaveLength(1)
    expect(page).toMatchObject({ title: 'Docs', description: 'All of it', slug: 'docs' })
    expect(content.files.map(({ path }) => path)).toEqual(['docs-images/image-1.png'])
    expect(content.skipped.map(({ path }) => path)).toEqual([
      `${content.origin}/docs/gone.png`,
      'http://127.0.0.1:1/x.png',
      `${content.origin}/page.png`,
    ])
    expect(page?.markdown).toContain('![](docs-images/image-1.png)')
    expect(page?.markdown).toContain(`![](${content.origin}/docs/gone.png)`)
    expect(page?.markdown).toContain(`[next](${content.origin}/docs/next)`)
    expect(importCounts(content)).toEqual({ importedResources: 2, totalResources: 5 })
  })

  it('imports no more images than allowed', async () => {
    const images = Array.from({ length: 4 }, (_, index) => `<img src="/${index}.png">`).join('')
    const site = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`/${index}.png`, png]))
    const content = await importFrom({ ...site, '/p': html(images) }, 'website', '/p', { images: 2 })
    expect(importCounts(content)).toEqual({ importedResources: 3, totalResources: 5 })
  })
})

describe('a single markdown file', () => {
  it('is not changed', async () => {
    const body = '---\ndescription: short\n---\n\n# A [link](x)\r\n\ntext  \n<script>x</script>'
    const { pages } = await importFrom({ '/a-file.md': body }, 'markdown', '/a-file.md')
    expect(pages).toMatchObject([{ title: 'A link', slug: 'a-link', description: 'short', markdown: body }])
  })

  it.each([
    ['---\nx: [\n---\n', /^a\.md: The front matter, line \d+: /],
    ['---\nJust text\n---\n\n# Title', /must be a map/],
    [
      `---\na: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]\n---\n`,
      /^a\.md: The front matter, line \d+: /,
    ],
    [Buffer.from([0x23, 0x20, 0]), /not UTF-8 text/],
  ])('is rejected if it cannot be used: %j', async (body, reason) => {
    const refusal = await refusalOf(importFrom({ '/a.md': body }, 'markdown', '/a.md'))
    expect(refusal).toMatchObject({ about: 'a.md' })
    expect(refusal.reason).toMatch(reason)
  })
})

describe('a URL', () => {
  const importUrl = (url: string) =>
    importContent({
      source: 'website',
      url,
      outbound: createOutbound({ allow: [] }),
    })

  it.each([
    'http://127.0.0.1/',
    'http://localhost/x',
    'http://169.254.169.254/',
    'http://2130706433/',
    'file:///etc/passwd',
    'x',
  ])('that is not public is rejected: %s', async (url) => {
    expect((await refusalOf(importUrl(url))).about).toBe('url')
  })

  it('without a server is rejected', async () => {
    expect((await refusalOf(importFrom({}, 'markdown', '/none.md'))).reason).toContain('404')
  })
})

it('supported import sources are among the known ones', () => {
  expect(knownSources).toEqual([...importSources, 'confluence', 'notion', 'google-docs'])
})

it('formatting around whitespace is removed before the conversion', async () => {
  expect(await convert(`<p>a${'<b> <i> </i></b>'.repeat(2000)}b</p>`)).toMatch(/\n\na b\n$/)
})
