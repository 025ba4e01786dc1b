import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { renderPdf } from '../../src/modules/pdf/drawing/render.ts'
import type { PdfBook } from '../../src/modules/pdf/drawing/types.ts'
import { fromPng, type Picture, toPng } from './picture.ts'

const folder = join(import.meta.dirname, 'pages')

/** Pages with all kinds of blocks, by name. Each has a picture next to it. */
export const pageNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3))

const pictureOf = (name: string) => join(folder, `${name}.png`)
export const keptPicture = async (name: string) => fromPng(await readFile(pictureOf(name)))
export const keepPicture = (name: string, picture: Picture) => writeFile(pictureOf(name), toPng(picture))

const library = PDFiumLibrary.init()

/** A page as a PDF reader shows it, without the empty space at its end. */
export async function drawPage(name: string): Promise<Picture> {
  const markdown = await readFile(join(folder, `${name}.md`), 'utf8')
  const bytes = await buffer(renderPdf(bookOf(name, markdown), { createdAt: new Date(0), language: 'en' }))
  const document = await (await library).loadDocument(bytes)
  try {
    // The first two are the title and the table of contents.
    const { data, width, height } = await document.getPage(2).render({ scale: 1, render: 'bitmap' })
    return cropped({ width, height, rgb: withoutAlpha(Buffer.from(data)) })
  } finally {
    document.destroy()
  }
}

/** A book of the page and of another one that it links to. */
function bookOf(name: string, markdown: string): PdfBook {
  const page = { id: 'page', title: `${name[0]?.toUpperCase()}${name.slice(1).replace('-', ' ')}`, depth: 0 }
  const other = { id: 'other', title: 'Another page', depth: 0 }
  return {
    title: 'Lantern',
    pages: [page, other],
    loadMarkdown: async ({ id }) => (id === 'page' ? markdown : '## Delete\n\nWords.'),
    loadImage: async (ref) => images[ref] ?? null,
    resolveLink: (href) => (/^[a-z]+:/.test(href) ? { url: href } : { page: 'other' }),
  }
}

const image = (
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
): Buffer => {
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rgb.set(colourAt(x, y), (y * width + x) * 3)
  return toPng({ width, height, rgb })
}

const isBar = (x: number, y: number) => 100 - y < Math.floor(x / 40) * 15 + 10 && x % 40 < 30
const images: Readonly<Record<string, Buffer>> = {
  'chart.png': image(240, 100, (x, y) => (isBar(x, y) ? [42, 91, 215] : [240, 242, 246])),
  'dot.png': image(16, 16, (x, y) => ((x - 8) ** 2 + (y - 8) ** 2 < 49 ? [211, 59, 59] : [255, 255, 255])),
}

function withoutAlpha(pixels: Buffer): Buffer {
  const rgb = Buffer.alloc((pixels.length / 4) * 3)
  for (let at = 0; at < pixels.length / 4; at += 1) pixels.copy(rgb, at * 3, at * 4, at * 4 + 3)
  return rgb
}

const MARGIN = 10
const FOOTER = 100

/** Without the rows between the text and the footer. */
function cropped({ width, height, rgb }: Picture): Picture {
  let last = height - FOOTER
  const isEmpty = (y: number) =>
    rgb.subarray(y * width * 3, (y + 1) * width * 3).every((value) => value === 255)
  while (last > 0 && isEmpty(last)) last -= 1
  const own = Math.min(height, last + MARGIN)
  return { width, height: own, rgb: rgb.subarray(0, own * width * 3) }
}
