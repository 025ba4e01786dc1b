import { deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const maxPixels = 40_000_000
/** The filter of a line that is stored as its difference from the line above. */
const UP = 2
/** A page has several large images, and most of their lines are alike: higher levels take twice as long for little. */
const LEVEL = 3
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface Header {
  width: number
  height: number
  depth: number
  type: number
  isInterlaced: boolean
}

interface Parts {
  header: Header
  palette: Buffer | undefined
  transparency: Buffer | undefined
  data: Buffer
}

export const isPng = (bytes: Uint8Array) => signature.equals(bytes.subarray(0, signature.length))

/**
 * An image that can be embedded unchanged. A transparent or interlaced image is drawn on white first: the library
 * would unpack it asynchronously, and the output would not be deterministic.
 */
export function opaquePng(bytes: Buffer): Buffer {
  const parts = partsOf(bytes)
  const { width, height, type, isInterlaced } = parts.header
  if (width * height > maxPixels) throw new Error('The image is too large')
  if (type < 4 && parts.transparency === undefined && !isInterlaced) return bytes
  const stride = 1 + width * 3
  const rows = Buffer.alloc(height * stride)
  eachLine(parts, (samples, left, top, across) => {
    paintOnWhite(samples, rows, top * stride + 1 + left * 3, across * 3)
  })
  subtractAbove(rows, stride)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The pixels of a line on white. Most pixels are opaque. */
function paintOnWhite(samples: Uint8Array, rows: Uint8Array, start: number, step: number): void {
  for (let from = 0, to = start; from < samples.length; from += 4, to += step) {
    const alpha = samples[from + 3] as number
    const white = 255 - alpha
    if (white === 0) {
      rows[to] = samples[from] as number
      rows[to + 1] = samples[from + 1] as number
      rows[to + 2] = samples[from + 2] as number
    } else {
      rows[to] = white + ((samples[from] as number) * alpha) / 255
      rows[to + 1] = white + ((samples[from + 1] as number) * alpha) / 255
      rows[to + 2] = white + ((samples[from + 2] as number) * alpha) / 255
    }
  }
}

/** Stores each line as its difference from the line above: neighbouring lines are alike, so that it is packed well and fast. */
function subtractAbove(rows: Uint8Array, stride: number): void {
  for (let start = rows.length - stride; start >= 0; start -= stride) {
    rows[start] = start === 0 ? 0 : UP
    if (start === 0) continue
    for (let at = start + 1; at < start + stride; at += 1) {
      rows[at] = (rows[at] as number) - (rows[at - stride] as number)
    }
  }
}

// The checksum is not read.
function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

function partsOf(bytes: Buffer): Parts {
  let header: Header | undefined
  let palette: Buffer | undefined
  let transparency: Buffer | undefined
  const data: Buffer[] = []
  for (let at = signature.length; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') {
      header = {
        width: content.readUInt32BE(0),
        height: content.readUInt32BE(4),
        depth: content.readUInt8(8),
        type: content.readUInt8(9),
        isInterlaced: content.readUInt8(12) === 1,
      }
    }
    if (name === 'PLTE') palette = content
    if (name === 'tRNS') transparency = content
    if (name === 'IDAT') data.push(content)
    if (name === 'IEND') break
    at += length + 12
  }
  if (header === undefined || header.width === 0 || header.height === 0)
    throw new Error('The image is damaged')
  return { header, palette, transparency, data: Buffer.concat(data) }
}

/** Each line of each pass as RGBA, with its position in the image. */
function eachLine(
  parts: Parts,
  paint: (samples: Uint8Array, left: number, top: number, across: number) => void,
): void {
  const { width, height, depth, type, isInterlaced } = parts.header
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type]
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw new Error('The image is damaged')
  const bits = channels * depth
  // Each row begins with a filter byte. Each pass of an interlaced image has its own rows.
  const most = height * 2 * (1 + Math.ceil((width * bits) / 8)) + 64
  const raw = inflateSync(parts.data, { maxOutputLength: most })
  let at = 0
  for (const [left, top, across, down] of isInterlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    if (columns <= 0 || rows <= 0) continue
    const length = Math.ceil((columns * bits) / 8)
    const colours = new Uint8Array(columns * 4)
    let above: Buffer = Buffer.alloc(length)
    for (let row = 0; row < rows; row += 1) {
      const line = raw.subarray(at + 1, at + 1 + length)
      if (line.length < length) throw new Error('The image is incomplete')
      unfilter(raw[at] ?? 0, line, above, Math.max(1, bits >> 3))
      at += 1 + length
      const samples = samplesOf(line, columns * channels, depth)
      // These have the form of the result already.
      if (type === 6) paint(samples, left, top + row * down, across)
      else {
        toColours(samples, channels, parts, colours)
        paint(colours, left, top + row * down, across)
      }
      above = line
    }
  }
}

/** One loop per filter, because it runs for each byte of an image. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  const { length } = line
  if (filter === 1) {
    for (let at = step; at < length; at += 1) line[at] = (line[at] as number) + (line[at - step] as number)
  } else if (filter === UP) {
    for (let at = 0; at < length; at += 1) line[at] = (line[at] as number) + (above[at] as number)
  } else if (filter === 3) {
    for (let at = 0; at < length; at += 1) {
      const left = at < step ? 0 : (line[at - step] as number)
      line[at] = (line[at] as number) + ((left + (above[at] as number)) >> 1)
    }
  } else if (filter === 4) {
    for (let at = 0; at < length; at += 1) {
      const left = at < step ? 0 : (line[at - step] as number)
      const corner = at < step ? 0 : (above[at - step] as number)
      line[at] = (line[at] as number) + paeth(left, above[at] as number, corner)
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The values of a line. 16-bit values are reduced to their upper byte. */
function samplesOf(line: Buffer, count: number, depth: number): Uint8Array {
  if (depth === 8) return line
  const samples = new Uint8Array(count)
  for (let at = 0; at < count; at += 1) {
    const bit = at * depth
    const byte = line[bit >> 3] ?? 0
    samples[at] = depth === 16 ? byte : (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
  }
  return samples
}

function toColours(samples: Uint8Array, channels: number, parts: Parts, colours: Uint8Array): void {
  const { depth, type } = parts.header
  const { palette, transparency } = parts
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1
  const isGrey = type === 0 || type === 4
  // The transparent colour, in the lower byte of a 16-bit value.
  const clear = type === 0 || type === 2 ? transparency : undefined
  for (let to = 0, from = 0; to < colours.length; to += 4, from += channels) {
    if (type === 3) {
      const index = samples[from] ?? 0
      for (let channel = 0; channel < 3; channel += 1)
        colours[to + channel] = palette?.[index * 3 + channel] ?? 0
      colours[to + 3] = transparency?.[index] ?? 255
      continue
    }
    let isClear = clear !== undefined
    for (let channel = 0; channel < 3; channel += 1) {
      const own = isGrey ? 0 : channel
      const value = samples[from + own] ?? 0
      colours[to + channel] = value * scale
      if (clear !== undefined && clear[own * 2 + 1] !== value) isClear = false
    }
    colours[to + 3] = type >= 4 ? (samples[from + channels - 1] ?? 255) : isClear ? 0 : 255
  }
}
