import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cleanFileName } from '../../src/core/files/file-name.ts'
import { fileResponseHeaders } from '../../src/core/files/headers.ts'
import { inspectFile } from '../../src/core/files/inspect-file.ts'

const inspect = (content: string | Buffer, name = 'x') => inspectFile(Buffer.from(content), { name })

const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

const png = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const gif = Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64')

/** A JPEG from a camera held upright: stored in landscape, with an orientation. */
const turnedJpeg = (width: number, height: number, orientation: number) => {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000000000000000000', 'hex')
  exif.writeUInt16LE(orientation, 24)
  const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    app1,
    frame,
    Buffer.alloc(32),
    Buffer.from('ffd9', 'hex'),
  ])
}

describe('the type of a file', () => {
  it.each([
    ['a PNG called a page', png(3, 2), 'index.html', 'image/png'],
    ['a GIF', gif, 'x.txt', 'image/gif'],
    ['a PDF', '%PDF-1.7\n', 'x.md', 'application/pdf'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo.png', 'image/svg+xml'],
    [
      'an SVG with a prolog',
      '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg>',
      'x',
      'image/svg+xml',
    ],
    ['a page called an image', '<!DOCTYPE html><html><script>alert(1)</script>', 'photo.png', 'text/html'],
    ['a fragment with a script', ' \n<!-- x --><script>alert(1)</script>', 'notes.txt', 'text/html'],
    ['XML', '<?xml version="1.0"?><feed/>', 'x.svg', 'application/xml'],
    ['text called an image', 'hello', 'photo.png', 'text/plain'],
    ['markdown', '# Title', 'a.md', 'text/markdown'],
    ['JSON', '{}', 'a.json', 'application/json'],
    ['noise', Buffer.from([1, 2, 3, 0, 255]), 'a.md', 'application/octet-stream'],
    ['nothing', '', 'a.png', 'text/plain'],
  ])('is read from its bytes: %s', async (_what, content, name, contentType) => {
    expect(await inspect(content, name)).toMatchObject({ contentType })
  })
})

describe('the dimensions of an image', () => {
  it.each([
    ['a PNG', png(640, 480), { width: 640, height: 480 }],
    ['a GIF', gif, { width: 2, height: 3 }],
    ['a JPEG', turnedJpeg(40, 30, 1), { width: 40, height: 30 }],
    ['a turned JPEG', turnedJpeg(40, 30, 6), { width: 30, height: 40 }],
    [
      'an SVG with a size',
      '<svg width="10" height="20px"><rect width="99" height="99"/></svg>',
      { width: 10, height: 20 },
    ],
    [
      'an SVG with a view box',
      '<?xml version="1.0"?><svg viewBox="0 0 30 40"></svg>',
      { width: 30, height: 40 },
    ],
  ])('are read of %s', async (_what, content, dimensions) => {
    expect((await inspect(content)).dimensions).toEqual(dimensions)
  })

  it.each([
    ['a cut off PNG', png(640, 480).subarray(0, 18)],
    ['an SVG without any', '<svg></svg>'],
    ['an endless tag', `<svg ${'<svg "'.repeat(100_000)}`],
    ['text', 'hello'],
  ])('are unknown for %s', async (_what, content) => {
    expect(await inspect(content)).not.toHaveProperty('dimensions')
  })
})

describe('a stored file', () => {
  it.each([
    ['image/png', 'inline', 'cross-origin'],
    ['image/svg+xml', 'attachment', 'cross-origin'],
    ['text/html', 'attachment', 'same-origin'],
    ['application/xml', 'attachment', 'same-origin'],
    ['application/octet-stream', 'attachment', 'same-origin'],
  ])('of type %s is sent as %s and cannot run code', (contentType, disposition, policy) => {
    const headers = fileResponseHeaders({ name: 'a.bin', contentType })
    expect(headers['content-disposition']).toBe(`${disposition}; filename="a.bin"; filename*=UTF-8''a.bin`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': policy,
    })
  })

  it('that is a PDF is shown by the viewer of the browser, which loads nothing else', () => {
    const headers = fileResponseHeaders({ name: 'a.pdf', contentType: 'application/pdf' })
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it('keeps any name in the header, and escapes it', () => {
    const disposition = (name: string) =>
      fileResponseHeaders({ name, contentType: 'text/plain' })['content-disposition']
    expect(disposition(`Überblick "1" (ä)*'.txt`)).toBe(
      `attachment; filename="_berblick _1_ (_)*'.txt"; filename*=UTF-8''%C3%9Cberblick%20%221%22%20%28%C3%A4%29%2A%27.txt`,
    )
    expect(disposition('a\r\nSet-Cookie: x')).not.toMatch(/[\r\n]/)
    expect(disposition('\ud800')).toContain("UTF-8''%EF%BF%BD")
  })
})

describe('a file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.png', 'a.png'],
    ['.htaccess', 'htaccess'],
    ['a\u0000b\n.png', 'ab.png'],
    ['gnp\u202e.exe', 'gnp.exe'],
    ['photo (1) @2x\u202f.png', 'photo (1) @2x\u202f.png'],
    ['u\u0308ber.md', 'über.md'],
    ['what?.md', 'what.md'],
    ['...', 'file'],
    ['', 'file'],
    ['NUL.txt', 'file-NUL.txt'],
    ['trailing. . ', 'trailing'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean)
  })

  it('is truncated between characters and keeps its extension', () => {
    const clean = cleanFileName(`${'ü😀'.repeat(200)}.png`)
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200)
    expect(clean).toMatch(/^(ü😀)+ü?\.png$/)
  })
})
