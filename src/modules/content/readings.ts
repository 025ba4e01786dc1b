import { createHash } from 'node:crypto'
import { readMarkdown } from './document/index.ts'
import { linksOf, type WrittenLinks } from './links/extract.ts'
import { splitSource } from './pages/front-matter.ts'
import { type Section, sectionsOf } from './search/sections.ts'

/** What the indexes over main content read in the text of a page. */
export interface Reading {
  links: WrittenLinks
  sections: Section[]
}

/** Counts what a reading weighs beside its text. */
const EACH = 1_000
const MOST_CHARACTERS = 8_000_000

/** In the order in which they came: the oldest goes first. */
const readings = new Map<string, { reading: Reading; size: number }>()
let held = 0

/** What a page's source says. Read once for all who ask, since reading is what takes long. */
export function readingOf(source: string): Reading {
  // Front matter says nothing here, so a page whose settings change is not read again.
  const { body } = splitSource(source)
  const key = createHash('sha256').update(body).digest('base64')
  const known = readings.get(key)
  if (known) return known.reading
  const read = readMarkdown(body)
  const reading: Reading = { links: linksOf(read), sections: sectionsOf(read.document) }
  const size = sizeOf(body)
  readings.set(key, { reading, size })
  held += size
  for (const [oldest, { size }] of readings) {
    if (held <= MOST_CHARACTERS) break
    readings.delete(oldest)
    held -= size
  }
  return reading
}

/**
 * Reads texts that are about to become main content, before a transaction asks for them: it would hold its locks all the
 * while. Others are served in between.
 */
export async function readAhead(sources: Iterable<string>): Promise<void> {
  let size = 0
  for (const source of sources) {
    size += sizeOf(source)
    // What is beyond would push out what was read first.
    if (size > MOST_CHARACTERS) return
    readingOf(source)
    await new Promise(setImmediate)
  }
}

const sizeOf = (text: string): number => text.length + EACH
