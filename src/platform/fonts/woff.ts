import { inflateSync } from 'node:zlib'

/** Unpacks a WOFF font. The font library can do this too, but ten times slower and again for each document. */
export function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)

  const parts: Buffer[] = [head]
  let offset = head.length
  for (let table = 0; table < count; table += 1) {
    const entry = 44 + table * 20
    const [from, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field))
    if (from === undefined || packed === undefined || length === undefined) continue
    const stored = woff.subarray(from, from + packed)
    const content = packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored
    woff.copy(head, 12 + table * 16, entry, entry + 4)
    head.writeUInt32BE(checksum ?? 0, 12 + table * 16 + 4)
    head.writeUInt32BE(offset, 12 + table * 16 + 8)
    head.writeUInt32BE(length, 12 + table * 16 + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(content, padding)
    offset += length + padding.length
  }
  return Buffer.concat(parts)
}
