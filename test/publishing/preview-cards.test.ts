import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import type { PreviewCard } from '../../src/modules/publishing/previews/preview-card.ts'
import { previewSvg } from '../../src/modules/publishing/previews/preview-card.ts'
import { previewTasks } from '../../src/modules/publishing/previews/previews.tasks.ts'
import { isDrawable } from '../../src/platform/images/stored-image.ts'

const card = (title: string, more: Partial<PreviewCard> = {}): PreviewCard => ({
  site: 'Docs',
  title,
  description: '',
  language: 'en',
  accent: '#346ddb',
  ...more,
})

describe('the preview of a page', () => {
  it.each([
    ['10,000 letters', 'w'.repeat(10_000)],
    ['10,000 words', 'word '.repeat(2_000)],
    ['10,000 emoji', '🚀'.repeat(10_000)],
    ['10,000 marks', `a${'\u0301'.repeat(10_000)}`],
    ['control characters', 'a\u0000b\u0007c\u202Ed\uFFFE\uD800'],
    ['markup', '</g></svg><image href="file:///etc/passwd"/>&amp;'],
    ['nothing that has a shape', '\u200B'],
    ['right-to-left text', 'البدء (تجريبي). '.repeat(600)],
  ])('has a bounded size and only shapes with a title of %s', async (_what, title) => {
    const given = card(title, { site: title, description: title })
    const svg = await previewSvg(given)
    expect(svg.length).toBeLessThan(1_000_000)
    expect(svg.replace(/<\/?(?:svg|rect|g|path) ?[\w ="#:/.,()-]*\/?>/g, '')).toBe('')
    expect(imageSize(await previewTasks.draw(given))).toMatchObject({ width: 1200, height: 630 })
  })

  it('has the marks of Thai letters', async () => {
    expect(await previewSvg(card('สวัสดี'))).not.toBe(await previewSvg(card('สวสด')))
  })

  it('has the punctuation of right-to-left words at their left', async () => {
    const leftOf = (svg: string) => [...svg.matchAll(/translate\(([\d.]+) /g)].map(([, x]) => Number(x))
    const [first = 0, ...others] = leftOf(await previewSvg(card('الأولى.', { site: '' })))
    expect(first).toBeLessThan(Math.min(...others))
  })
})

describe('a logo', () => {
  const svg = (inside: string) => ({
    contentType: 'image/svg+xml',
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`),
    width: 9,
    height: 9,
  })

  it('is drawn unless it needs fonts, has images in it, or has too many pixels', () => {
    expect(isDrawable(svg('<rect width="9" height="9"/>'))).toBe(true)
    expect(isDrawable(svg('<text>Acme</text>'))).toBe(false)
    expect(isDrawable(svg('<x:image href="data:image/png;base64,AA"/>'))).toBe(false)
    expect(isDrawable({ ...svg(''), contentType: 'image/avif' })).toBe(false)
    expect(isDrawable({ ...svg(''), contentType: 'image/png', width: 5_000, height: 5_000 })).toBe(false)
  })
})
