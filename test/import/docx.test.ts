import { describe, expect, it } from 'vitest'
import { importCounts } from '../../src/modules/import/storable.ts'
import { zipOf } from '../support/archives.ts'
import { importFrom, refusalOf } from '../support/imports.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const schemas = 'http://schemas.openxmlformats.org'
const relationships = (...items: string[]) =>
  `<Relationships xmlns="${schemas}/package/2006/relationships">${items.join('')}</Relationships>`
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`

const docx = (body: string, more: Record<string, string | Buffer> = {}) =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships(relationship('a', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relationships(relationship('pic', 'image', 'media/a.png')),
    'word/media/a.png': png,
    'word/document.xml': `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships" xmlns:a="${schemas}/drawingml/2006/main" xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing" xmlns:pic="${schemas}/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    ...more,
  })

const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
const picture =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="pic"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

describe('a Word document', () => {
  it('becomes a page, and its images become files', async () => {
    const body = paragraph('The title', 'Heading1') + paragraph('Text &lt;b&gt;') + picture
    const content = await importFrom({ '/My report.docx': docx(body) }, 'docx', '/My%20report.docx')
    expect(content.pages).toMatchObject([
      {
        title: 'The title',
        slug: 'the-title',
        path: 'My report.docx',
        markdown: '# The title\n\nText \\<b>\n\n![A dot](My%20report-images/image-1.png)\n',
      },
    ])
    expect(content.files).toMatchObject([{ path: 'My report-images/image-1.png', contentType: 'image/png' }])
    expect(importCounts(content)).toEqual({ importedResources: 2, totalResources: 2 })
  })

  it('is rejected if it is not a Word document, expands too much or cannot be read', async () => {
    const refused = async (body: Buffer) => refusalOf(importFrom({ '/a.docx': body }, 'docx', '/a.docx'))
    expect((await refused(Buffer.from('text'))).reason).toMatch(/not a zip/)
    expect((await refused(zipOf({ 'a.md': 'x' }))).reason).toMatch(/not a Word document/)
    expect((await refused(docx('', { 'word/media/b.png': Buffer.alloc(8_000_000) }))).reason).toMatch(
      /^word\/media\/b\.png unpacks to far more/,
    )
    expect((await refused(docx('<broken'))).reason).toMatch(/not a valid Word document/)
  })
})
