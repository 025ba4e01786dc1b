import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** An image without transparency: three bytes per pixel. */
export interface Picture {
  width: number
  height: number
  rgb: Buffer
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Writes a PNG file with one filter for all rows, which is all that `fromPng` reads. */
export function toPng({ width, height, rgb }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1)
    rgb.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3)
  const parts = [
    part('IHDR', header),
    part('IDAT', deflateSync(rows, { level: 9 })),
    part('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([SIGNATURE, ...parts])
}

function part(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Reads a file that `toPng` wrote. */
export function fromPng(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const at = png.indexOf('IDAT', 0, 'latin1')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    rows.copy(rgb, y * width * 3, y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1))
  return { width, height, rgb }
}

/** How much a channel of a pixel can differ: the edges of letters may be smoothed differently. */
const TOLERANCE = 48

/** The share of pixels that differ. 1 if the sizes do. */
export function differenceOf(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  let count = 0
  for (let at = 0; at < one.rgb.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one.rgb[at + channel] ?? 0) - (other.rgb[at + channel] ?? 0)) > TOLERANCE,
    )
    if (differs) count += 1
  }
  return count / (one.width * one.height)
}

/** An image that cannot be compressed, so that a document with it is at least as large. */
export function noise(side: number): Buffer {
  const rgb = Buffer.alloc(side * side * 3)
  let state = 1
  for (let at = 0; at < rgb.length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    rgb[at] = state & 255
  }
  return toPng({ width: side, height: side, rgb })
}
