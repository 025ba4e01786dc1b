import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { readMarkdown } from './document/index.ts'
import { linksOf, type WrittenLinks } from './links/extract.ts'
import { splitSource } from './pages/front-matter.ts'
import { type Section, sectionsOf } from './search/sections.ts'
import { runTextTask, SHORT_TEXT } from './text-pool.ts'

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

function read(text: string): Reading {
  const markdown = readMarkdown(text)
  return { links: linksOf(markdown), sections: sectionsOf(markdown.document) }
}

/** Readings of late, for all who ask for the same soon after each other: reading is what takes long. */
export class RecentReadings {
  readonly #readings: LRUCache<string, Reading> | undefined

  /** With 0 nothing is kept. */
  constructor(mostCharacters = 8_000_000) {
    if (mostCharacters > 0) this.#readings = new LRUCache({ maxSize: mostCharacters })
  }

  /** Reads a text on this thread. */
  of(body: Body): Reading {
    return this.#readings?.get(body.key) ?? this.#keep(body, read(body.text))
  }

  /** The same, a long text in a worker thread. */
  async ahead(body: Body): Promise<Reading> {
    if (body.text.length <= SHORT_TEXT) return this.of(body)
    return this.#readings?.get(body.key) ?? this.#keep(body, await runTextTask('reading', body.text))
  }

  #keep({ key, text }: Body, reading: Reading): Reading {
    this.#readings?.set(key, reading, { size: text.length + EACH })
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

  /** Reads texts before `of` is called for them: long ones in a worker thread, and others are served in between. */
  async readAhead(sources: Iterable<string>): Promise<void> {
    for (const source of sources) {
      const body = bodyOf(source)
      if (this.#kept.has(body.key)) continue
      this.#kept.set(body.key, await this.#recent.ahead(body))
      await new Promise(setImmediate)
    }
  }

  of(source: string): Reading {
    const body = bodyOf(source)
    return this.#kept.get(body.key) ?? this.#recent.of(body)
  }
}
