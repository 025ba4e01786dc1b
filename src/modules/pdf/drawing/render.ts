import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { plainText, withEmoji } from '../../documents/index.ts'
import { shownBlocks } from '../blocks/blocks.ts'
import { pictureRefs } from '../blocks/refs.ts'
import type { Shown } from '../blocks/shown.ts'
import { Fonts } from '../fonts/fonts.ts'
import { type Placed, paginate, paint, type Row } from '../rows/rows.ts'
import { BookFile } from './book-file.ts'
import { bodyFrame, contentsRows, drawCover, drawFooter, titleRows } from './contents.ts'
import { Dates } from './dates.ts'
import { Destinations } from './destinations.ts'
import type { PageReferences } from './frame.ts'
import { Layout } from './layout.ts'
import type { Target } from './lines.ts'
import { Notes } from './notes.ts'
import { Outline } from './outline.ts'
import { Pen } from './pen.ts'
import { type Picture, Pictures } from './pictures.ts'
import { bodyHeight, sheet } from './theme.ts'
import type { PdfBook, PdfOptions, PdfPage } from './types.ts'

/**
 * Renders a book as a PDF, page by page as it is read: a slow client slows it down, and a closed connection ends
 * it. The same book and options result in the same bytes.
 */
export function renderPdf(book: PdfBook, options: PdfOptions): Readable {
  return Readable.from(new BookRenderer(book, options).chunks(), { objectMode: false })
}

/** Milliseconds of work before other tasks can run. */
const turn = 12
/** The number of pages after which the cache of shaped words is cleared. */
const forgetEvery = 50
const safeUrl = /^(?:https?:\/\/|mailto:|tel:)/i
const nowhere: PageReferences = {
  link: () => null,
  picture: () => null,
  note: () => null,
  title: () => null,
  anchor: () => {},
  date: (text) => text,
}

class BookRenderer {
  #book: PdfBook
  #options: PdfOptions
  #file: BookFile
  #pen: Pen
  #fonts: Fonts
  #pictures: Pictures
  #plain: Layout
  #destinations = new Destinations()
  #outline: Outline
  #titles: ReadonlyMap<string, string>
  #dates: Dates
  #starts = new Map<PdfPage, number>()
  #number = 0
  #begun = performance.now()

  constructor(book: PdfBook, options: PdfOptions) {
    this.#book = book
    this.#options = options
    this.#file = new BookFile({
      size: [sheet.width, sheet.height],
      margin: 0,
      autoFirstPage: false,
      font: '',
      compress: options.compress !== false,
      pdfVersion: '1.7',
      displayTitle: true,
      info: { Title: book.title, CreationDate: options.createdAt, Producer: 'Quire', Creator: 'Quire' },
      ...(options.language === undefined ? {} : { lang: options.language }),
    } as PDFKit.PDFDocumentOptions)
    this.#pen = new Pen(this.#file)
    this.#fonts = new Fonts(this.#file.doc, options.language)
    this.#pictures = new Pictures(this.#file.doc)
    this.#plain = new Layout(this.#fonts, nowhere)
    this.#outline = new Outline(this.#file.doc)
    this.#dates = new Dates(options.language)
    this.#titles = new Map(book.pages.map(({ id, title }) => [id, title]))
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const { pages, title, description = '' } = this.#book
    const titles = pages.map((page) => page.title)
    await this.#fonts.prepare([title, description, 'Contents0123456789.-/', ...titles].join(''))
    const contents = contentsRows(pages, (page) => this.#starts.get(page), this.#plain, this.#destinations)
    const contentsPages = pages.length > 1 ? paginate(contents, bodyHeight) : []
    if (pages.length !== 1) {
      this.#sheet()
      const logo = await this.#logo()
      drawCover(this.#pen, this.#book, this.#plain, { createdAt: this.#options.createdAt, logo })
    }
    const first = this.#number
    this.#number += contentsPages.length

    const waiting: PdfPage[] = []
    const path: PdfPage[] = []
    for (const page of pages) {
      await this.#pause()
      while ((path.at(-1)?.depth ?? -1) >= page.depth) path.pop()
      const markdown = await this.#book.loadMarkdown(page)
      if (markdown === null) {
        waiting.push(page)
      } else {
        const rows = await this.#rows(page, path, markdown)
        yield* this.#drawPage([...waiting.splice(0), page], paginate(rows, bodyHeight))
        if (this.#starts.size % forgetEvery === 0) this.#fonts.forgetWords()
      }
      path.push(page)
    }

    // The table of contents can only be drawn when the page numbers are known, so it is drawn last and then moved to the
    // beginning. Links and bookmarks refer to pages, not to their numbers.
    this.#number = first
    for (const placed of contentsPages) this.#drawSheet(placed)
    this.#file.moveToFront(first, contentsPages.length)
    this.#destinations.writeTo(this.#file)
    yield* this.#file.end()
  }

  /** The logo as an image of the document. Null if there is none, or it cannot be drawn. */
  async #logo(): Promise<Picture | null> {
    const png = (await this.#book.loadLogo?.()) ?? null
    return png && this.#pictures.open(png)
  }

  async #rows(page: PdfPage, path: readonly PdfPage[], markdown: string): Promise<Row[]> {
    // Bullets, list numbers and placeholder characters are needed by every text.
    await this.#fonts.prepare(
      `${withEmoji(markdown)}${page.title}${page.description ?? ''}${printable}${this.#dates.letters}`,
    )
    if (markdown.includes('$$')) await this.#fonts.prepareFormulas()
    const blocks = withoutTitle(shownBlocks(markdown), page.title)
    const pictures = await this.#load(blocks, page)
    const notes = new Notes(blocks, page.id, this.#destinations)
    const layout = new Layout(this.#fonts, {
      link: (href) => this.#target(href, page),
      picture: (ref) => pictures.get(ref) ?? null,
      note: (label) => notes.refer(label),
      title: (href) => this.#titleAt(href, page),
      anchor: (anchor, place) => this.#destinations.draw(place, page.id, anchor),
      date: (text) => this.#dates.format(text),
    })
    const names = path.map(({ title }) => title)
    const rows: Row[] = titleRows(page, names, layout)
    for (const part of layout.eachBlock(blocks, bodyFrame)) {
      for (const row of part) rows.push(row)
      await this.#pause()
    }
    for (const row of notes.rows(layout, bodyFrame)) rows.push(row)
    return rows
  }

  async #load(blocks: readonly Shown[], page: PdfPage): Promise<Map<string, Picture>> {
    const pictures = new Map<string, Picture>()
    for (const ref of pictureRefs(blocks)) {
      this.#options.signal?.throwIfAborted()
      const bytes = await this.#book.loadImage(ref, page)
      const picture = bytes === null ? null : this.#pictures.open(bytes)
      if (picture !== null) pictures.set(ref, picture)
    }
    return pictures
  }

  #target(href: string, page: PdfPage): Target | null {
    const link = this.#book.resolveLink(href, page)
    if (link === null) return null
    if ('url' in link) return safeUrl.test(link.url) ? { url: encodeUrl(link.url) } : null
    return this.#titles.has(link.page) ? { dest: this.#destinations.target(link.page, link.anchor) } : null
  }

  #titleAt(href: string, page: PdfPage): string | null {
    const link = this.#book.resolveLink(href, page)
    return link !== null && 'page' in link ? (this.#titles.get(link.page) ?? null) : null
  }

  /** Groups begin where their first page does. */
  async *#drawPage(pages: readonly PdfPage[], sheets: readonly Placed[][]): AsyncGenerator<Buffer> {
    for (const [at, placed] of sheets.entries()) {
      this.#drawSheet(placed, () => {
        if (at > 0) return
        for (const page of pages) {
          this.#starts.set(page, this.#number)
          this.#outline.add(page)
          this.#destinations.draw(this.#file.placeAt(0), page.id)
        }
      })
      yield* this.#file.written()
      await this.#pause()
    }
  }

  /** Lets other tasks on the thread run from time to time, and stops if the PDF is no longer requested. */
  async #pause(): Promise<void> {
    this.#options.signal?.throwIfAborted()
    if (performance.now() - this.#begun < turn) return
    await nextTurn()
    this.#begun = performance.now()
  }

  #drawSheet(placed: readonly Placed[], opened?: () => void): void {
    this.#sheet()
    opened?.()
    paint(this.#pen, placed, sheet.top)
    drawFooter(this.#pen, this.#book.title, this.#number, this.#plain)
  }

  #sheet(): void {
    this.#file.addSheet()
    this.#number += 1
  }
}

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')

/** Removes a heading that repeats the title at the beginning of a page. */
function withoutTitle(blocks: Shown[], title: string): Shown[] {
  const [first, ...rest] = blocks
  const repeats =
    first?.type === 'heading' && first.level === 1 && plainText(first.inlines).trim() === title.trim()
  return repeats ? rest : blocks
}

function encodeUrl(url: string): string {
  try {
    return new URL(url).href
  } catch {
    return encodeURI(url)
  }
}
