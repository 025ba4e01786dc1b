import { describe, expect, it } from 'vitest'
import { embedFrameOf } from '../../../src/modules/documents/index.ts'
import { rendered } from './samples.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed'

describe('frames of other services', () => {
  it.each([
    ['https://www.youtube.com/watch?v=a-B_1&t=1m5s', `${YOUTUBE}/a-B_1?autoplay=1&start=65`],
    ['https://youtu.be/abc?t=90', `${YOUTUBE}/abc?autoplay=1&start=90`],
    ['https://m.youtube.com/shorts/abc', `${YOUTUBE}/abc?autoplay=1`],
    ['https://www.youtube.com/embed/abc', `${YOUTUBE}/abc?autoplay=1`],
    ['https://www.youtube.com/playlist?list=PL1', `${YOUTUBE}/videoseries?list=PL1`],
    ['https://vimeo.com/123/9af', 'https://player.vimeo.com/video/123?autoplay=1&dnt=1&h=9af'],
    ['https://www.loom.com/share/0f', 'https://www.loom.com/embed/0f'],
    ['https://codepen.io/ann/pen/xYz', 'https://codepen.io/ann/embed/xYz?default-tab=result'],
    ['https://codesandbox.io/p/sandbox/demo-x1', 'https://codesandbox.io/embed/demo-x1'],
    ['https://stackblitz.com/edit/vite-1?file=a', 'https://stackblitz.com/edit/vite-1?embed=1'],
    [
      'https://www.figma.com/design/K1/Name?node-id=1',
      'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2FK1%2FName%3Fnode-id%3D1',
    ],
    ['https://open.spotify.com/intl-de/track/4uL', 'https://open.spotify.com/embed/track/4uL'],
    [
      'https://www.google.com/maps/place/Bern+Bahnhof/@46.9,7.4,17z',
      'https://www.google.com/maps?q=Bern%20Bahnhof&output=embed',
    ],
    ['https://www.google.com/maps/embed?pb=!1m', 'https://www.google.com/maps/embed?pb=!1m'],
    ['https://airtable.com/app1/shr2', 'https://airtable.com/embed/app1/shr2'],
    ['https://miro.com/app/board/uX_1=/', 'https://miro.com/app/live-embed/uX_1=/'],
  ])('%s', (address, src) => {
    const frame = embedFrameOf(address)
    expect(frame?.src).toBe(src)
    expect(frame?.src.startsWith(`${frame.origin}/`)).toBe(true)
  })

  it.each([
    'https://x.com/ann/status/1',
    'https://gist.github.com/ann/0f',
    'https://www.youtube.com/watch?v=a%22%3E',
    'https://www.youtube.com/@channel',
    'https://www.google.com/search?q=maps',
    'https://youtube.com.evil.example/watch?v=a',
    'https://evil.example/?https://vimeo.com/123',
    'javascript:alert(1)//youtube.com/watch?v=a',
    '//youtube.com/watch?v=a',
    'https://vimeo.com/%zz',
  ])('are not shown for %s', (address) => {
    expect(embedFrameOf(address)).toBeNull()
  })

  it('are opened from a link, and named with the page', () => {
    const { html, frameOrigins } = rendered(
      '{% embed url="https://youtu.be/abc" %}\n\n<iframe src="https://player.vimeo.com/video/5"></iframe>\n\n{% embed url="https://x.com/a/status/1" %}',
    )
    expect(html).not.toContain('<iframe')
    expect(html).toContain(
      `href="https://youtu.be/abc" rel="noopener" class="card-link-row" data-frame="${YOUTUBE}/abc?autoplay=1" data-frame-title="YouTube: youtu.be/abc"`,
    )
    expect(html.match(/data-frame=/g)).toHaveLength(2)
    expect(frameOrigins).toEqual(['https://www.youtube-nocookie.com', 'https://player.vimeo.com'])
  })
})
