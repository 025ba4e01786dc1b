import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A zip archive of files that are not compressed, in parts, so that it is never in memory as a whole. */
export function* largeArchive(
  texts: Record<string, string>,
  { files, bytes }: { files: number; bytes: number },
): Generator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  const entry = (path: string, content: Buffer): Buffer[] => {
    const name = Buffer.from(path)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x800, 2)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021e03', 'hex'), shared, tail, name]))
    const header = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name])
    offset += header.length + content.length
    return [header, content]
  }
  for (const [path, text] of Object.entries(texts)) yield* entry(path, Buffer.from(text))
  const noise = randomBytes(bytes)
  for (let number = 0; number < files; number++) {
    const content = Buffer.from(noise)
    content.writeUInt32LE(number, 0)
    yield* entry(`assets/${number}.bin`, content)
  }
  const listing = Buffer.concat(directory)
  yield listing
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  yield end
}
