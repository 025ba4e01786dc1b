import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { siteAssets } from '../../../src/modules/publishing/assets/assets.ts'
import { lookOf } from '../../../src/modules/site-rendering/theme/look.ts'
import {
  parseText,
  RenderingThreads,
  renderText,
  specPartsOf,
} from '../../../src/modules/site-rendering/threads/rendering-threads.ts'
import { defaultCustomization } from '../../../src/modules/sites/customization/defaults.ts'
import { rendered } from './samples.ts'

const kilobytes = (body: Uint8Array | undefined) => gzipSync(body ?? '').length / 1000

describe('assets of sites', async () => {
  const assets = siteAssets()
  const look = lookOf(defaultCustomization, assets)
  const bodyOf = (path: string) => assets.files.find((file) => file.path === path)?.body

  it('are small: scripts at most 15 kB, the stylesheet at most 20 kB', () => {
    expect(kilobytes(bodyOf(assets.script))).toBeLessThan(15)
    expect(kilobytes(bodyOf(assets.themeScript))).toBeLessThan(1)
    expect(kilobytes(look.stylesheet.body)).toBeLessThan(20)
  })

  it('have paths with the hash of their content', () => {
    for (const { path } of [...assets.files, look.stylesheet]) {
      expect(path).toMatch(/^~assets\/[0-9a-f]{20}\.(?:js|css|svg|woff2)$/)
    }
  })

  it('load nothing from other hosts', () => {
    const css = Buffer.from(look.stylesheet.body).toString()
    expect(
      [...css.matchAll(/url\(([^)]*)\)/g)].every(([, url]) => /^[0-9a-f]{20}\.woff2$/.test(url ?? '')),
    ).toBe(true)
    expect(Buffer.from(bodyOf(assets.script) ?? '').toString()).not.toMatch(/https?:\/\//)
    expect(css).not.toMatch(/https?:|@import/)
  })

  it('include the fonts that the stylesheet names', () => {
    const css = Buffer.from(look.stylesheet.body).toString()
    const known = new Set(assets.files.map(({ path }) => path.replace('~assets/', '')))
    const named = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, url = '']) => url)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((url) => !known.has(url))).toEqual([])
    expect(look.font).toMatch(/\.woff2$/)
  })

  it('include every font that this server sends, with the metrics of its fallback', () => {
    const { styling } = defaultCustomization
    const cssOf = (changes: object) => {
      const { stylesheet, font } = lookOf(
        { ...defaultCustomization, styling: { ...styling, ...changes } },
        assets,
      )
      return { css: Buffer.from(stylesheet.body).toString(), font }
    }
    for (const name of [
      'Inter',
      'OpenSans',
      'Overpass',
      'Raleway',
      'Roboto',
      'RobotoSlab',
      'SourceSansPro',
    ]) {
      const { css, font } = cssOf({ font: name })
      expect(bodyOf(font ?? '')?.length, name).toBeGreaterThan(10_000)
      expect(css.match(/Fallback";src:local/g), name).toHaveLength(1)
    }
    /** The families of texts that are sent. */
    const sent = (css: string) =>
      [...css.matchAll(/@font-face\{font-family:"([^"]+)"/g)]
        .map(([, name]) => name)
        .filter((name) => name !== 'Noto Emoji')
    for (const name of ['FiraCode', 'Inconsolata', 'JetBrainsMono', 'RobotoMono', 'SourceCodePro']) {
      const { css } = cssOf({ font: 'Lato', monospaceFont: name })
      expect(sent(css), name).toHaveLength(2)
    }
    expect(sent(cssOf({ font: 'Lato', monospaceFont: 'DMMono' }).css)).toEqual([])
  })

  it('include emoji for systems that have no font of them, in files for their characters', () => {
    const css = Buffer.from(look.stylesheet.body).toString()
    const faces = css.match(/@font-face\{font-family:"Noto Emoji"[^}]*unicode-range:U\+[^}]+\}/g) ?? []
    expect(faces).toHaveLength(10)
    expect(css).toMatch(/--emoji:"Apple Color Emoji",.*"Noto Emoji";--font:[^;]*,var\(--emoji\);/)
  })

  it('differ by customization: colours, corners and fonts', () => {
    const styling = {
      ...defaultCustomization.styling,
      font: 'Merriweather' as const,
      corners: 'straight' as const,
    }
    const other = lookOf({ ...defaultCustomization, styling }, assets)
    expect(other.stylesheet.path).not.toBe(look.stylesheet.path)
    expect(other.classes).toContain('corners-straight')
    expect(other.font).toBeUndefined()
    expect(Buffer.from(other.stylesheet.body).toString()).toContain('"Merriweather",Charter')
  })
})

describe('long texts', () => {
  const options = { refs: {}, specs: {}, locale: 'en', externalTarget: 'self' } as const

  it('are rendered in a thread with the same result', async () => {
    const text =
      '## Heading\n\nSome **words** with a [link](https://example.com) and <u>HTML</u>.\n\n'.repeat(100)
    const parsed = await parseText(text)
    expect(parsed.tree).toBeInstanceOf(Uint8Array)
    expect(await renderText(parsed, options)).toEqual(rendered(text))
  })

  it('short texts stay on the main thread', async () => {
    const parsed = await parseText('a [b](c.md)')
    expect(parsed.tree).not.toBeInstanceOf(Uint8Array)
    expect(parsed.refs).toEqual([{ kind: 'url', url: 'c.md' }])
    expect((await renderText(parsed, options)).html).toBe('<p>a b</p>')
  })

  it('that take too long to parse are shown as they are written', async () => {
    const impatient = new RenderingThreads(1)
    const text = `**word** <script>alert(1)</script>\n\n${'a '.repeat(50_000)}`
    const parsed = await impatient.parse(text)
    const { html } = await impatient.render(parsed, options)
    expect(html).toContain('**word** &lt;script&gt;')
    expect(await impatient.specParts(Buffer.from('{}'), [])).toEqual({})
    await impatient.close()
  })

  it('are rejected, to be sent again, when no thread takes them', async () => {
    const closed = new RenderingThreads()
    await closed.close()
    const unavailable = { reason: 'unavailable' }
    await expect(closed.parse('a '.repeat(50_000))).rejects.toMatchObject(unavailable)
    await expect(closed.specParts(Buffer.from('{}'), [])).rejects.toMatchObject(unavailable)
    const tree = Buffer.from('{}')
    await expect(closed.render({ tree, refs: [], specBlocks: [] }, options)).rejects.toMatchObject(
      unavailable,
    )
  })

  it('parts of OpenAPI documents are read in a thread', async () => {
    const bundle = Buffer.from(
      JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: { responses: {} } } } }),
    )
    const ref = { kind: 'openapi', spec: 'a' } as const
    const parts = await specPartsOf(bundle, [
      { key: 'x', type: 'openapi-operation', ref, path: '/a', method: 'get' },
      { key: 'y', type: 'openapi-operation', ref, path: '/b', method: 'get' },
    ])
    expect(Object.keys(parts)).toEqual(['x'])
  })
})
