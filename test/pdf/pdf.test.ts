import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { renderPdf } from '../../src/modules/pdf/drawing/render.ts'
import type { PdfBook, PdfOptions, PdfPage } from '../../src/modules/pdf/drawing/types.ts'
import { PdfFile } from './pdf-file.ts'

interface Written extends PdfPage {
  markdown: string | null
}

const page = (id: string, markdown: string | null, depth = 0): Written => ({
  id,
  title: `Page ${id}`,
  depth,
  markdown,
})

/** Links are `id#anchor` within the book and URLs otherwise. */
function bookOf(pages: Written[], images: Record<string, Buffer> = {}): PdfBook {
  return {
    title: 'Handbook',
    pages,
    loadMarkdown: async ({ id }) => pages.find((own) => own.id === id)?.markdown ?? null,
    loadImage: async (ref) => images[ref] ?? null,
    resolveLink(href, from) {
      if (/^[a-z]+:/.test(href)) return { url: href }
      const [id = '', anchor] = href.split('#')
      return { page: id || from.id, ...(anchor === undefined ? {} : { anchor }) }
    },
  }
}

const createdAt = new Date('2026-01-02T03:04:05Z')

async function bytesOf(book: PdfBook, options: Partial<PdfOptions> = {}): Promise<Buffer> {
  return buffer(renderPdf(book, { createdAt, ...options }))
}

async function fileOf(book: PdfBook, options: Partial<PdfOptions> = {}): Promise<PdfFile> {
  return new PdfFile(await bytesOf(book, options))
}

const single = (markdown: string, images: Record<string, Buffer> = {}) =>
  fileOf(bookOf([page('one', markdown)], images))

const words = (file: PdfFile) =>
  file.pages
    .map((number) => file.textOf(number))
    .join(' ')
    .replace(/\s+/g, ' ')

describe('a book', () => {
  const pages = [
    page('a', '## Start\n\nSee [there](c#deep), [gone](c#missing) and [outside](https://example.com/x).'),
    page('group', null),
    page('b', `${'Text of a long page.\n\n'.repeat(120)}`, 1),
    page('c', '## Deep\n\n[back](a#start) [up](a#never)', 2),
    page('d', 'The end.'),
  ]

  test('has a title page, a table of contents with page numbers, and numbered pages', async () => {
    const file = await fileOf(bookOf(pages))
    const texts = file.pages.map((number) => file.textOf(number))
    expect(texts[0]).toContain('Handbook')
    const starts = file.outline.map((line) => line.trim())
    expect(starts).toEqual([
      'Page a 3',
      'Page group 4',
      'Page b 4',
      `Page c ${texts.length - 1}`,
      `Page d ${texts.length}`,
    ])
    expect(texts[1]?.replace(/\s+/g, ' ')).toMatch(
      /^Contents Page a 3 Page group 4 Page b 4 Page c (\d+) Page d \d+/,
    )
    for (const [at, text] of texts.entries()) if (at > 0) expect(text).toMatch(new RegExp(` ${at + 1}$`))
  })

  test('has bookmarks as deep as its pages', async () => {
    const { outline } = await fileOf(bookOf(pages))
    expect(outline.map((line) => line.replace(/ \d+$/, ''))).toEqual([
      'Page a',
      'Page group',
      '  Page b',
      '    Page c',
      'Page d',
    ])
  })

  test('links from its contents and its text to existing pages and anchors', async () => {
    const file = await fileOf(bookOf(pages))
    const [, contents, first] = file.pages
    const last = file.pages.at(-2)
    expect(file.linksOf(contents)).toEqual([first, file.pages[3], file.pages[3], last, file.pages.at(-1)])
    expect(file.linksOf(first)).toEqual([last, last, 'https://example.com/x'])
    expect(file.linksOf(last)).toEqual([first, first])
    const tops = Array.from(file.destinations.values()).filter((place) => place.page === last)
    // Links to the page and to a missing anchor go to its top; the heading is below.
    expect(tops.map(({ y }) => y).sort((a, b) => b - a)).toEqual([841.89, 841.89, expect.closeTo(694, -2)])
  })

  test('has no links to other schemes and to pages that are not included', async () => {
    const file = await single(
      '[a](javascript:alert(1)) [b](elsewhere) [c](file:///etc/passwd) [d](mailto:a@b.c)',
    )
    expect(file.linksOf(file.pages[0])).toEqual(['mailto:a@b.c'])
  })

  test('of one page has no title page and no table of contents', async () => {
    const file = await single('Hello.')
    expect(file.pages).toHaveLength(1)
    expect(words(file)).toBe('Page one Hello. Handbook 1')
  })

  test('without pages has its title', async () => {
    const file = await fileOf(bookOf([]))
    expect(words(file)).toContain('Handbook')
    expect(file.pages).toHaveLength(1)
  })

  test('has its title, its language and its date', async () => {
    const text = (await bytesOf(bookOf(pages), { language: 'de' })).toString('latin1')
    expect(text).toContain('(Handbook)')
    expect(text).toContain('/Lang (de)')
    expect(text).toContain('(D:20260102030405Z)')
  })

  test('has the same bytes each time, regardless of earlier documents', async () => {
    const hash = async (book: PdfBook) =>
      createHash('sha256')
        .update(await bytesOf(book))
        .digest('hex')
    const book = bookOf([page('x', 'µ and μ, 中文, 😀, `code`, ![i](p.png)')], { 'p.png': png(6, 2, 2) })
    const first = await hash(book)
    await bytesOf(bookOf([page('y', 'μ 文中 😀 `edoc`')]))
    expect(await hash(book)).toBe(first)
  })

  test('reads the text of a page only when it is needed, and stops when aborted', async () => {
    const asked: string[] = []
    const many = bookOf(Array.from({ length: 40 }, (_, at) => page(String(at), 'Some text.')))
    const abort = new AbortController()
    const book: PdfBook = {
      ...many,
      async loadMarkdown(own) {
        asked.push(own.id)
        if (own.id === '5') abort.abort(new Error('enough'))
        return many.loadMarkdown(own)
      },
    }
    await expect(bytesOf(book, { signal: abort.signal })).rejects.toThrow('enough')
    expect(asked).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  test('that is no longer read is not rendered further', async () => {
    const asked: string[] = []
    const many = bookOf(
      Array.from({ length: 400 }, (_, at) => page(String(at), '```\n'.concat('x\n'.repeat(600)))),
    )
    const loadMarkdown = async (own: PdfPage) => {
      asked.push(own.id)
      return many.loadMarkdown(own)
    }
    const stream = renderPdf({ ...many, loadMarkdown }, { createdAt })
    for await (const chunk of stream) if (String(chunk).length > 0 && asked.length > 3) break
    expect(stream.destroyed).toBe(true)
    expect(asked.length).toBeLessThan(100)
  })
})

describe('scripts', () => {
  const samples: Record<string, string> = {
    'Latin with marks': 'Zażółć gęślą jaźń, Trăm năm, ığüşöç',
    Greek: 'Ελληνικά',
    Cyrillic: 'Съешь ещё',
    Chinese: '简体中文繁體',
    Japanese: 'いろはカタカナ漢字',
    Korean: '한국어',
    Thai: 'ภาษาไทย',
    Georgian: 'ქართული',
    emoji: '😀🎉✅',
    symbols: '→⇒≤∑①★✓├──│',
  }

  test.each(Object.entries(samples))('%s is drawn with glyphs of its own', async (_, text) => {
    const file = await single(`${text} **${text}** \`${text}\``)
    expect(words(file).replaceAll(' ', '').split(text.replaceAll(' ', '')).length).toBe(4)
    for (const { glyphs } of file.runsOf(file.pages[0])) expect(glyphs).not.toContain(0)
  })

  test.each([
    ['Hebrew', 'שלום'],
    ['Arabic', 'مرحبا'],
  ])('%s is written from right to left', async (_, text) => {
    const file = await single(`${text} ${text}`)
    const runs = file.runsOf(file.pages[0]).filter((run) => /[\u0590-\u06ff]/.test(run.text))
    expect(runs).toHaveLength(2)
    // Glyphs are written from left to right, so the first letter comes last.
    for (const run of runs) expect(run.text).toBe(Array.from(text).reverse().join(''))
    expect(runs.every(({ x }) => x > 400)).toBe(true)
  })

  test('the form of Han characters depends on the language', async () => {
    const fonts = async (language: string) => {
      const file = await fileOf(bookOf([page('one', '直')]), { language })
      return file.runsOf(file.pages[0]).find(({ text }) => text === '直')?.font
    }
    expect(await fonts('ja')).toMatch(/\+jp-/)
    expect(await fonts('zh')).toMatch(/\+sc-/)
    expect(await fonts('ko')).toMatch(/\+kr-/)
  })

  test('characters without a font are shown as a placeholder', async () => {
    expect(words(await single('a𐀀b'))).toContain('a�b')
  })

  test('control characters and unpaired surrogates are ignored', async () => {
    expect(words(await single('a\u0001b \ud800 c\u200d\ufeffd'))).toContain('ab')
  })
})

describe('blocks', () => {
  test('code is wrapped and continued over pages', async () => {
    const long = `${'word '.repeat(60)}end`
    const file = await single(`\`\`\`\n${long}\n${'line\n'.repeat(200)}last\n\`\`\``)
    expect(file.pages.length).toBeGreaterThan(3)
    expect(words(file)).toContain('end')
    expect(file.textOf(file.pages.at(-1))).toContain('last')
    for (const run of file.pages.flatMap((number) => file.runsOf(number))) expect(run.x).toBeLessThan(530)
  })

  test('a table repeats its head on each page', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| row ${at} | value |`).join('\n')
    const file = await single(`| Name | Meaning |\n|---|---|\n${rows}`)
    expect(file.pages.length).toBeGreaterThan(2)
    for (const number of file.pages) expect(file.textOf(number)).toMatch(/Name Meaning/)
    expect(words(file).match(/row \d+/g)).toHaveLength(120)
  })

  test('a cell that is taller than a page is kept', async () => {
    const file = await single(`| A | B |\n|---|---|\n| ${'word '.repeat(3000)} | end |`)
    expect(words(file).match(/word/g)).toHaveLength(3000)
  })

  test('lists keep their numbers and their nesting', async () => {
    const file = await single('3. three\n4. four\n   - inner\n     - innermost')
    expect(words(file)).toContain('3. three 4. four inner innermost')
    const x = (text: string) => file.runsOf(file.pages[0]).find((run) => run.text === text)?.x ?? 0
    expect(x('three')).toBeLessThan(x('inner'))
    expect(x('inner')).toBeLessThan(x('innermost'))
  })

  test('tags show their content and not themselves', async () => {
    const file = await single(
      [
        '{% tabs %}\n{% tab title="Mac" %}\nbrew\n{% endtab %}\n{% endtabs %}',
        '{% stepper %}\n{% step %}\nfirst thing\n{% endstep %}\n{% step %}\nsecond thing\n{% endstep %}\n{% endstepper %}',
        '{% columns %}\n{% column %}\nleft\n{% endcolumn %}\n{% column %}\nright\n{% endcolumn %}\n{% endcolumns %}',
        '{% hint style="danger" %}\ncareful\n{% endhint %}',
        '{% code title="a.ts" %}\n```ts\nx()\n```\n{% endcode %}',
        '{% embed url="https://example.com/v" %}',
        '<details>\n\n<summary>More</summary>\n\nhidden\n\n</details>',
        '{% unheard of="x" %}\ninside\n{% endunheard %}',
        '{% tab title="never closed" %}',
      ].join('\n\n'),
    )
    expect(words(file)).toContain(
      'Mac brew 1 first thing 2 second thing left right careful a.ts x() Embedded https://example.com/v More hidden inside never closed',
    )
    expect(words(file)).not.toMatch(/[{%<]/)
    expect(file.linksOf(file.pages[0])).toEqual(['https://example.com/v'])
  })

  test('HTML shows its text, and fenced HTML its source', async () => {
    const text = words(
      await single('<p>shown <b>bold</b></p>\n\n<script>alert(1)</script>\n\n```html\n<p>source</p>\n```'),
    )
    expect(text).toContain('shown bold')
    expect(text).toContain('<p>source</p>')
    expect(text).not.toContain('alert')
  })

  test('footnotes are numbered by their first reference and linked to their text', async () => {
    const file = await single('One[^b] two[^a] again[^b] none[^c].\n\n[^a]: Note a\n[^b]: Note b')
    expect(words(file)).toMatch(/One 1 two 2 again 1 none \[\^c\] \. 1\. Note b 2\. Note a/)
    expect(file.linksOf(file.pages[0])).toEqual([file.pages[0], file.pages[0], file.pages[0]])
  })
})

describe('images', () => {
  test('the same bytes are embedded once', async () => {
    const pages = [page('a', '![x](one.png)'), page('b', '![y](two.png) and ![z](one.png) in text')]
    const file = await fileOf(bookOf(pages, { 'one.png': png(2, 3, 3), 'two.png': png(2, 3, 3) }))
    expect(file.count(/\/Subtype \/Image/)).toBe(1)
  })

  test.each([0, 2, 4, 6])('PNG of colour type %i', async (type) => {
    const file = await single('![x](p.png)', { 'p.png': png(type, 20, 10) })
    expect(file.count(/\/Subtype \/Image[\s\S]*\/Width 20[\s\S]*\/Height 10/)).toBe(1)
  })

  test('missing, broken and unsupported ones show their description', async () => {
    const file = await single('![A cat](cat.png)\n\n![](drawing.svg)\n\n![B](b.png)\n\nIn ![C](c.png) line', {
      'drawing.svg': Buffer.from('<svg/>'),
      'b.png': png(6, 20, 10).subarray(0, 44),
    })
    expect(words(file)).toContain('Image: A cat (cat.png) Image: drawing.svg Image: B (b.png) In [C] line')
    expect(file.count(/\/Subtype \/Image/)).toBe(0)
  })

  test('one with a huge declared size is not unpacked', async () => {
    const file = await single('![big](p.png)', { 'p.png': png(6, 60_000, 60_000, 1) })
    expect(words(file)).toContain('Image: big')
  })
})

function png(type: number, width: number, height: number, rows = height): Buffer {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[type] ?? 1
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, type, 0, 0, 0], 8)
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const data = deflateSync(Buffer.alloc(rows * (1 + width * channels), 0))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', data), part('IEND', Buffer.alloc(0))])
}
