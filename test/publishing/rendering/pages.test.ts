import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../src/modules/publishing/reading/not-shown.ts'
import { renderNav, renderPage } from '../../../src/modules/site-rendering/layout/page.ts'
import { renderProblem } from '../../../src/modules/site-rendering/layout/problem.ts'
import { renderSearch } from '../../../src/modules/site-rendering/layout/search.ts'
import { textsOf } from '../../../src/modules/site-texts/index.ts'
import { table } from '../../../src/modules/site-texts/table.ts'
import { sampleFrame, samplePage } from './samples.ts'

const noHead = { alternates: [] }

/** Errors of the parser, and ids that are used twice. */
function problemsOf(html: string): string[] {
  const problems: string[] = []
  parse(html, {
    onParseError: ({ code, startLine, startCol }) => problems.push(`${code} ${startLine}:${startCol}`),
  })
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
  return [...problems, ...ids.filter((id, at) => ids.indexOf(id) !== at)]
}

describe('a page', () => {
  const html = renderPage(samplePage())

  it('is valid HTML without styles or handlers in attributes', () => {
    expect(problemsOf(html)).toEqual([])
    expect(html).not.toMatch(/ (?:style|on\w+)=/)
  })

  it('has one title, its language, a skip link and landmarks', () => {
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr"/)
    expect(html).toContain('<title>Write a page | Bindery</title>')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('<a class="skip" href="#page:content">')
    for (const name of ['header', 'main', 'footer', 'nav']) expect(html).toContain(`<${name}`)
  })

  it('sets the theme before anything is drawn', () => {
    expect(html.indexOf('src="/t.js"')).toBeLessThan(html.indexOf('rel="stylesheet"'))
    expect(html).toContain('<script src="/s.js" defer></script>')
  })

  it('shows the open branch, and loads others when they are opened', () => {
    expect(html).toContain('aria-current="page"><span>Write a page</span>')
    expect(html).toContain('data-branch="/docs/~nav/e"')
    expect(html).not.toMatch(/nav-branch" hidden/)
  })

  it('links to the previous and the next page, and says when it was changed', () => {
    expect(html).toContain('rel="prev" href="/docs/"')
    expect(html).toContain('rel="next" href="/docs/import"')
    expect(html).toContain('Last updated <time datetime="2026-03-05T00:00:00.000Z">March 5, 2026</time>')
  })

  it('leaves out what its layout hides', () => {
    const layout = {
      ...samplePage().layout,
      outline: false,
      pagination: false,
      tableOfContents: false,
      description: false,
      metadata: false,
      title: false,
    }
    const bare = renderPage(samplePage({ layout }))
    expect(bare).not.toMatch(/class="(?:outline|pagination|sidebar|description|updated)"/)
    expect(bare).toContain('<h1 class="unseen">')
  })

  it('has metadata for machines', () => {
    const head = {
      canonical: 'https://example.com/a',
      robots: 'noindex',
      alternates: [{ lang: 'de', href: 'https://example.com/de' }],
      openGraph: { image: 'https://example.com/a.png' },
      structuredData: [{ name: '</script><script>alert(1)</script>' }],
    }
    const text = renderPage(samplePage({ head }))
    expect(text).toContain('<link rel="canonical" href="https://example.com/a">')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).toContain('<link rel="alternate" hreflang="de" href="https://example.com/de">')
    expect(text).toContain('<meta property="og:image" content="https://example.com/a.png">')
    expect(text).not.toContain('<script>alert')
  })

  it.each([
    [-500, 'y0'],
    [-60, 'y3'],
    [0, 'y5'],
    [120, 'y10'],
    [9_000, 'y10'],
  ])('shows the part of a cover at %i px', (yPos, part) => {
    const cover = { light: { href: '/docs/~files/1/cover.png' }, yPos }
    expect(renderPage(samplePage({ cover }))).toContain(`<div class="cover hero ${part}">`)
  })

  it('loads no image of another host for its logo, icon and cover', () => {
    const light = { href: 'https://evil.example/a.png' }
    const text = renderPage(
      samplePage({ frame: sampleFrame({ logo: { light }, favicon: { light } }), cover: { light } }),
    )
    expect(text).not.toContain('evil.example')
  })

  it('has one menu for the theme', () => {
    const html = renderPage(samplePage())
    expect(html.match(/data-theme-choice="dark"/g)).toHaveLength(1)
    expect(html.indexOf('data-theme-choice')).toBeLessThan(html.indexOf('<main'))
  })

  it('escapes titles, links and texts of the frame', () => {
    const bad = '"><script>alert(1)</script>'
    const frame = sampleFrame({
      title: bad,
      announcement: { message: bad, style: 'info' },
      headerLinks: [{ title: bad, href: bad, style: 'link', links: [] }],
      versions: [],
      languages: [],
      lang: bad,
    })
    const text = renderPage(
      samplePage({ frame, title: bad, description: bad, breadcrumbs: [{ title: bad, href: bad }] }),
    )
    expect(text).not.toContain('<script>alert')
  })

  it('is in the theme of the site if readers cannot choose', () => {
    const frame = sampleFrame({ themes: { default: 'dark', toggeable: false } })
    const text = renderPage(samplePage({ frame }))
    expect(text).toContain('data-theme="dark"')
    expect(text).not.toContain('data-theme-toggle')
  })
})

describe('other pages', () => {
  it('a branch of the table of contents is a list', () => {
    expect(renderNav(samplePage().nav, 'en')).toMatch(/^<ul><li>.*<\/ul>$/)
  })

  it('the search works without a script and marks what was found', () => {
    const results = [
      {
        title: 'Tokens',
        titleParts: [{ text: 'Tokens', marked: true }],
        href: '/docs/tokens',
        path: ['Guides'],
        passages: [
          {
            parts: [
              { text: 'a <', marked: false },
              { text: 'token', marked: true },
            ],
          },
        ],
      },
    ]
    const html = renderSearch({ frame: sampleFrame(), query: 'to"k', results, suggestions: [], head: noHead })
    expect(html).toContain('action="/docs/~search" method="get"')
    expect(html).toContain('value="to&quot;k"')
    expect(html).toContain('a &lt;<mark>token</mark>')
    expect(problemsOf(html)).toEqual([])
  })

  it('a search without results suggests other words', () => {
    const view = { frame: sampleFrame({ searchHref: '/docs/~search?a=1' }), query: 'tokn', results: [] }
    const html = renderSearch({ ...view, suggestions: ['token'], head: noHead })
    expect(html).toContain('No results for “tokn”.')
    expect(html).toContain('href="/docs/~search?a=1&amp;q=token"')
    expect(html).toContain('<input type="hidden" name="a" value="1">')
  })

  it.each([
    [401, 'signIn', 'Sign in to read this site'],
    [404, 'notFound', 'Page not found'],
    [410, 'gone', 'This page was removed'],
    [500, 'failed', 'Something went wrong'],
    [503, 'unavailable', 'Not available at the moment'],
    [418, 'problem', 'This page cannot be shown'],
  ] as const)('a page for the status %i says what to do', (status, state, title) => {
    expect(stateOf(Object.assign(new Error(), { status }))).toBe(state)
    const html = renderProblem({ frame: sampleFrame(), status, state, path: '/docs/x' })
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain('content="noindex"')
    expect(html.includes('role="search"')).toBe(status === 404 || status === 410)
    expect(problemsOf(html)).toEqual([])
  })
})

describe('texts of the interface', () => {
  it('exist in all ten languages, with the same places for values', () => {
    for (const [name, line] of Object.entries(table)) {
      const texts = line.split('|')
      expect(texts, name).toHaveLength(10)
      for (const text of texts) {
        expect(text.trim(), name).not.toBe('')
        expect(text.includes('{}'), name).toBe(texts[0]?.includes('{}'))
      }
    }
  })

  it('follow the locale of the site', () => {
    const html = renderPage(samplePage({ frame: sampleFrame({ locale: 'ja' }) }))
    expect(html).toContain(textsOf('ja').get('outline'))
    expect(html).toContain('lang="ja"')
  })
})
