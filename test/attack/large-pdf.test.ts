import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { StallTarget } from './stalls.ts'

const PAGES = 128
const IMAGES_PER_PAGE = 3
const IMAGES_PER_FORM = 12
const [WIDTH, HEIGHT] = [1_600, 900]
const MAX_HEADERS_S = 2
const MAX_SECONDS = 60

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Readers of pictures do not compare checksums of what they can decode.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

/** The pixels of a screenshot: areas of one color, and noise where it shows a photo. */
function pixels(): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  let seed = 1
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH * 3; x++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
      const isPhoto = y > HEIGHT / 2 && x > WIDTH * 2
      rows[y * (1 + WIDTH * 3) + 1 + x] = isPhoto ? seed >> 16 : ((y >> 5) * 8) & 0xff
    }
  }
  return deflateSync(rows)
}

/** A picture that differs from every other one, so that nothing is done for several of them at once. */
function pictureWith(data: Buffer, comment: string): Blob {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Blob([new Uint8Array(Buffer.concat(parts))], { type: 'image/png' })
}

async function uploadPictures(count: number): Promise<string[]> {
  const data = pixels()
  const ids: string[] = []
  for (let from = 0; from < count; from += IMAGES_PER_FORM) {
    const form = new FormData()
    for (let n = from; n < Math.min(count, from + IMAGES_PER_FORM); n++)
      form.append('file', pictureWith(data, `Picture ${n}`), `picture-${n}.png`)
    const answer = await attacked.rest('POST', `/spaces/${attacked.spaceId}/content/files`, form)
    const { insertedFiles } = JSON.parse(answer) as { insertedFiles?: { id: string }[] }
    expect(insertedFiles, answer.slice(0, 300)).toBeDefined()
    for (const { id } of insertedFiles ?? []) ids.push(id)
  }
  return ids
}

test(`a PDF of ${PAGES} pages with ${PAGES * IMAGES_PER_PAGE} large images`, async () => {
  const { spaceId } = attacked
  const images = await uploadPictures(PAGES * IMAGES_PER_PAGE)
  expect(images).toHaveLength(PAGES * IMAGES_PER_PAGE)
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const own = images.slice(page * IMAGES_PER_PAGE, (page + 1) * IMAGES_PER_PAGE)
    const shown = own.map((id, n) => `## Step ${n}\n\nWords of the step.\n\n![Picture](/files/${id})`)
    return { operation: 'insert_page', title: `Page ${page}`, document: { markdown: shown.join('\n\n') } }
  })
  for (let from = 0; from < PAGES; from += 50) {
    const answer = await attacked.rest('POST', `/spaces/${spaceId}/content`, {
      changes: pages.slice(from, from + 50),
    })
    expect(JSON.parse(answer)).toHaveProperty('changes')
  }
  const { url } = JSON.parse(await attacked.rest('GET', `/spaces/${spaceId}/pdf`)) as { url: string }
  const begun = performance.now()
  const secondsSince = () => (performance.now() - begun) / 1000
  let headers = 0
  let bytes = 0
  await attacked.measure('a PDF with large images', async () => {
    const response = await fetch(url)
    headers = secondsSince()
    expect(response.status).toBe(200)
    bytes = (await response.arrayBuffer()).byteLength
  })
  const seconds = secondsSince()
  expect(bytes).toBeGreaterThan(PAGES * IMAGES_PER_PAGE * 1_000)
  figure('headers of a PDF with 384 large images, s', headers, { below: MAX_HEADERS_S })
  figure(`the whole PDF with 384 large images (${Math.round(bytes / 1e6)} MB), s`, seconds, {
    below: MAX_SECONDS,
  })
  expect(attacked.target.bugs()).toEqual([])
})
