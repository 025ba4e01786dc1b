import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { safeHref } from '../../../src/modules/site-rendering/addresses.ts'
import { hostileTexts } from './hostile-texts.ts'
import { rendered } from './samples.ts'

type Node = DefaultTreeAdapterMap['node']

const forbidden = /^(?:script|style|iframe|object|embed|form|link|meta|base|svg:script|template|noscript)$/
const addresses = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'data', 'poster'])

/** What a browser would run, load or follow in HTML that must not contain it. */
function dangersIn(html: string): string[] {
  const found: string[] = []
  const waiting: Node[] = [parseFragment(html)]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) {
      if (forbidden.test(node.tagName)) found.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (name.startsWith('on') || name === 'style' || name === 'srcdoc')
          found.push(`${node.tagName} ${name}=${value}`)
        // Browsers remove control characters and blanks from addresses.
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters.
        const bare = value.replace(/[\u0000-\u0020]/g, '')
        const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
        if (addresses.has(name) && scheme && !/^(?:https?|mailto|tel)$/.test(scheme))
          found.push(`${name}=${value}`)
        if (name === 'src' && (scheme || bare.startsWith('//'))) found.push(`loads ${value}`)
      }
    }
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return found
}

describe('hostile text', () => {
  it.each(hostileTexts)(
    'renders %s without script, handlers, styles, foreign schemes or requests',
    (_name, markdown) => {
      const { html } = rendered(markdown)
      expect(dangersIn(html)).toEqual([])
      expect(html).toContain('word')
    },
  )

  it('finds each danger that it looks up', () => {
    const html =
      '<p onclick="x" style="x"><a href="java\nscript:x">a</a><img src="//b"><script>x</script></p>'
    expect(dangersIn(html)).toHaveLength(5)
  })

  it('escapes texts of targets', () => {
    const { html } = rendered('[](x.md "mention") {% content-ref url="x.md" %}', {
      refs: { 'url:x.md': { href: 'javascript:alert(1)', title: '<img src=x onerror=alert(1)>' } },
    })
    expect(dangersIn(html)).toEqual([])
    expect(html).not.toContain('<img')
  })
})

describe('an address', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['tel:+1', 'tel:+1'],
    ['../a.md#b', '../a.md#b'],
    ['//example.com/a', 'https://example.com/a'],
    ['\\\\example.com/a', 'https://example.com/a'],
    ['/\\example.com', 'https://example.com'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    [' \u0001javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['blob:x', null],
  ])('%j is %j', (href, safe) => {
    expect(safeHref(href)).toBe(safe)
  })
})
