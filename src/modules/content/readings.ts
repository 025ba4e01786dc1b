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

interface Body {
  key: string
  text: string
}

/** Front matter says nothing here, so a page whose settings change is not read again. */
function bodyOf(source: string): Body {
  const { body: text } = splitSource(source)
  return { key: createHash('sha256').update(text).digest('base64'), text }
}

/** Counts what a reading weighs beside its text. */
const EACH = 1_000

/** Readings of late, for all who ask for the same soon after each other: reading is what takes long. */
export class RecentReadings {
  readonly #most: number
  /** In the order in which they came: the oldest goes first. */
  readonly #readings = new Map<string, { reading: Reading; size: number }>()
  #held = 0

  constructor(mostCharacters = 8_000_000) {
    this.#most = mostCharacters
  }

  of({ key, text }: Body): Reading {
    const known = this.#readings.get(key)
    if (known) return known.reading
    const markdown = readMarkdown(text)
    const reading: Reading = { links: linksOf(markdown), sections: sectionsOf(markdown.document) }
    const size = text.length + EACH
    this.#readings.set(key, { reading, size })
    this.#held += size
    for (const [oldest, { size }] of this.#readings) {
      if (this.#held <= this.#most) break
      this.#readings.delete(oldest)
      this.#held -= size
    }
    return reading
  }
}

const recentOfThisProcess = new RecentReadings()

/**
 * What the sources of pages say. A writer reads ahead what it brings, since its transaction would hold its locks all the
 * while, and keeps it until it is done, however much it is.
 */
export class Readings {
  readonly #recent: RecentReadings
  readonly #kept = new Map<string, Reading>()

  constructor(recent = recentOfThisProcess) {
    this.#recent = recent
  }

  /** Reads texts that are about to become main content. Others are served in between. */
  async readAhead(sources: Iterable<string>): Promise<void> {
    for (const source of sources) {
      const body = bodyOf(source)
      this.#kept.set(body.key, this.#recent.of(body))
      await new Promise(setImmediate)
    }
  }

  of(source: string): Reading {
    const body = bodyOf(source)
    return this.#kept.get(body.key) ?? this.#recent.of(body)
  }
}
