import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchiveEntry {
  name: string
  content: string | Buffer
  /** Unix mode in the attributes, such as 0o120777 for a link. */
  mode?: number
  isEncrypted?: boolean
  /** Values in the headers that differ from the content. */
  claimedSize?: number
  claimedSum?: number
  method?: number
  /** How much effort compression takes, from 0 to 9. */
  level?: number
}

/** A zip archive, possibly with false headers. */
export function zipOf(entries: Record<string, string | Buffer> | ArchiveEntry[]): Buffer {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([name, content]) => ({ name, content }))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of list as ArchiveEntry[]) {
    const content = Buffer.from(entry.content)
    const data = deflateRawSync(content, entry.level === undefined ? {} : { level: entry.level })
    const name = Buffer.from(entry.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x800 | (entry.isEncrypted ? 1 : 0), 2)
    shared.writeUInt16LE(entry.method ?? 8, 4)
    shared.writeUInt32LE(entry.claimedSum ?? crc32(content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(entry.claimedSize ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021e03', 'hex'), shared, tail, name]))
    parts.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listing, end])
}
