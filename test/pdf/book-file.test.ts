import { describe, expect, it } from 'vitest'
import { BookFile } from '../../src/modules/pdf/drawing/book-file.ts'
import { Pictures } from '../../src/modules/pdf/drawing/pictures.ts'
import { noise } from './picture.ts'

const options = { size: [300, 300], margin: 0, autoFirstPage: false, font: '', compress: false }
const sizeOf = (chunks: Iterable<Buffer>) => Array.from(chunks).reduce((sum, { length }) => sum + length, 0)

interface Inner {
  _root: { data: { Pages: { data: { Kids: { data: object }[] } } } }
}

describe('the file of a book', () => {
  it('holds nothing of pages that are written', () => {
    const file = new BookFile(options)
    for (let count = 0; count < 3; count += 1) {
      file.addSheet()
      file.doc.rect(1, 1, 10, 10).fill('#ff0000')
      file.doc.link(1, 1, 10, 10, 'https://example.com')
    }
    const { Kids } = (file.doc as unknown as Inner)._root.data.Pages.data
    expect(Kids.map(({ data }) => Object.keys(data).length > 0)).toEqual([false, false, true])
  })

  it('holds no image that is written', () => {
    const file = new BookFile(options)
    const image = noise(200)
    file.addSheet()
    expect(new Pictures(file.doc).open(image)).toMatchObject({ width: 200, height: 200 })
    expect(sizeOf(file.written())).toBeGreaterThan(image.length / 2)
  })

  it('is read in a few chunks, however many objects it has', () => {
    const file = new BookFile(options)
    for (let count = 0; count < 500; count += 1) file.addSheet()
    const chunks = [...file.written(), ...file.end()]
    expect(Buffer.concat(chunks).toString('latin1').trimEnd()).toMatch(/%%EOF$/)
    expect(chunks.length).toBeLessThan(20)
  })
})
